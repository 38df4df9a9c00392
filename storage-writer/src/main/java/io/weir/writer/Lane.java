package io.weir.writer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one body at a time on a thread of its own, so that the next one is read meanwhile. Used by one thread.
 */
final class Lane implements AutoCloseable {
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "weir-writer-store"));
    private final BiPredicate<Body, CountDownLatch> delivery;
    private final Runnable breakOff;
    private @Nullable Flight flight;

    private record Flight(Body body, CountDownLatch stop, Future<Boolean> outcome) {}

    /**
     * A free lane.
     *
     * @param delivery returns whether the body was settled; gives up soon after the latch opens
     * @param breakOff makes a call under way fail; from any thread
     */
    Lane(BiPredicate<Body, CountDownLatch> delivery, Runnable breakOff) {
        this.delivery = delivery;
        this.breakOff = breakOff;
    }

    boolean isFree() {
        return flight == null;
    }

    /** Sends a body, which belongs to the lane until it comes back; the lane must be free. */
    void send(Body body) {
        if (flight != null) {
            throw new IllegalStateException("a body is under way");
        }
        CountDownLatch stop = new CountDownLatch(1);
        flight = new Flight(body, stop, thread.submit(() -> delivery.test(body, stop)));
    }

    /** Whether {@link #finish} would return at once. */
    boolean hasLanded() {
        Flight current = flight;
        return current == null || current.outcome().isDone();
    }

    /**
     * Frees the lane: waits for the body under way, then breaks it off.
     *
     * @return the body if it was settled, else null: its lines may or may not be stored
     */
    @Nullable
    Body finish(long patienceMillis) {
        Flight current = flight;
        if (current == null) {
            return null;
        }
        try {
            current.outcome().get(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException | ExecutionException e) {
            current.stop().countDown();
            breakOff.run();
        }
        return landed(current);
    }

    @Override
    public void close() {
        finish(0);
        thread.shutdown();
    }

    private @Nullable Body landed(Flight landed) {
        flight = null;
        try {
            return landed.outcome().get() ? landed.body() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("delivery broke", e.getCause());
        }
    }
}
