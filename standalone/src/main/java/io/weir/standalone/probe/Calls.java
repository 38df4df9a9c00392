package io.weir.standalone.probe;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs calls that may hang in the kernel, where nothing can end them. A call that hangs keeps its
 * thread, and threads are not bounded: callers must limit the number of calls. Thread-safe.
 */
final class Calls implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "weir-probe-read");
        thread.setDaemon(true);
        return thread;
    });

    /** @throws CancellationException after the end */
    <T> Future<T> start(Callable<T> call) {
        try {
            return threads.submit(call);
        } catch (RejectedExecutionException e) {
            throw ended(e);
        }
    }

    /**
     * The result of a call; empty if it needs more time. Throws the unchecked exception or error of
     * the call.
     *
     * @throws CancellationException if the calling thread is interrupted
     */
    static <T> Optional<T> within(Duration time, Future<T> call) {
        try {
            return Optional.of(call.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ended(e);
        }
    }

    private static CancellationException ended(Exception cause) {
        CancellationException ended = new CancellationException("the probe ends");
        ended.initCause(cause);
        return ended;
    }

    /** Interrupts the calls, and does not wait for them. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
