package io.weir.writer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one write request at a time in its own thread while the next request is filled. Lines of
 * a partition always use the same worker and therefore stay in order. Used by one thread.
 */
final class WriteWorker implements AutoCloseable {
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "weir-writer-store"));
    private final BiPredicate<WriteRequest, CountDownLatch> delivery;
    private final Runnable cancel;
    private final Runnable completed;
    private WriteRequest filling;
    private WriteRequest other;
    private long sinceNanos;
    private @Nullable RunningWrite running;

    private record RunningWrite(WriteRequest request, CountDownLatch stop, CompletableFuture<Boolean> outcome) {}

    /**
     * An idle worker with an empty request.
     *
     * @param requests creates empty requests
     * @param delivery returns whether the request was settled; gives up soon after the latch opens,
     *     and for no other reason
     * @param cancel makes a running call fail; called from any thread
     * @param completed runs whenever {@link #isDone} has become true, in any thread
     */
    WriteWorker(
            Supplier<WriteRequest> requests,
            BiPredicate<WriteRequest, CountDownLatch> delivery,
            Runnable cancel,
            Runnable completed) {
        this.filling = requests.get();
        this.other = requests.get();
        this.delivery = delivery;
        this.cancel = cancel;
        this.completed = completed;
    }

    /** The request that is being filled. */
    WriteRequest filling() {
        return filling;
    }

    /** Announces a record. The first record of a request determines {@link #sinceNanos}. */
    void begin(long nowNanos) {
        if (filling.isEmpty()) {
            sinceNanos = nowNanos;
        }
    }

    /** Time at which the first record was added to the request that is being filled. */
    long sinceNanos() {
        return sinceNanos;
    }

    boolean isIdle() {
        return running == null;
    }

    /**
     * Starts the delivery of the filled request, which belongs to the worker's thread until the
     * delivery returns. The worker must be idle.
     */
    void start() {
        if (running != null) {
            throw new IllegalStateException("the worker is not idle");
        }
        WriteRequest ready = filling;
        filling = other;
        other = ready;
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Boolean> outcome = CompletableFuture.supplyAsync(() -> delivery.test(ready, stop), thread);
        running = new RunningWrite(ready, stop, outcome);
        var unused = outcome.whenComplete((isSettled, failure) -> completed.run());
    }

    /** Whether {@link #finish} would return immediately. */
    boolean isDone() {
        RunningWrite current = running;
        return current == null || current.outcome().isDone();
    }

    /**
     * Makes the worker idle: waits for the running delivery, and cancels it if it takes longer than
     * {@code patienceMillis}.
     *
     * @return the request if it was settled, valid until the next {@link #start}; else null, and
     *     its lines may or may not be stored
     */
    @Nullable
    WriteRequest finish(long patienceMillis) {
        RunningWrite current = running;
        if (current == null) {
            return null;
        }
        try {
            current.outcome().get(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException | ExecutionException e) {
            current.stop().countDown();
            cancel.run();
        }
        return settled(current);
    }

    /** Empties the request that was delivered. */
    void clearDelivered() {
        other.clear();
    }

    @Override
    public void close() {
        finish(0);
        thread.shutdown();
    }

    private @Nullable WriteRequest settled(RunningWrite ended) {
        running = null;
        try {
            return ended.outcome().get() ? ended.request() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the delivery failed", e.getCause());
        }
    }
}
