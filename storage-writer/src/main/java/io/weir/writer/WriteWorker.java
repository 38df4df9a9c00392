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
 * Delivers one load at a time in its own thread while the next one is prepared. Lines of a
 * partition always use the same lane and therefore stay in order. Used by one thread.
 */
final class WriteWorker implements AutoCloseable {
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "weir-writer-store"));
    private final BiPredicate<WriteRequest, CountDownLatch> delivery;
    private final Runnable breakOff;
    private final Runnable landed;
    private WriteRequest preparing;
    private WriteRequest other;
    private long sinceNanos;
    private @Nullable Flight flight;

    private record Flight(WriteRequest load, CountDownLatch stop, CompletableFuture<Boolean> outcome) {}

    /**
     * An idle lane with an empty load.
     *
     * @param delivery returns whether the load was settled; gives up soon after the latch opens,
     *     and for no other reason
     * @param breakOff makes a running call fail; called from any thread
     * @param landed runs whenever {@link #hasLanded} has become true, in any thread
     */
    WriteWorker(
            Supplier<WriteRequest> loads,
            BiPredicate<WriteRequest, CountDownLatch> delivery,
            Runnable breakOff,
            Runnable landed) {
        this.preparing = loads.get();
        this.other = loads.get();
        this.delivery = delivery;
        this.breakOff = breakOff;
        this.landed = landed;
    }

    /** The load that is being filled. */
    WriteRequest preparing() {
        return preparing;
    }

    /** Stores the time if the load is still empty. */
    void begin(long nowNanos) {
        if (preparing.isEmpty()) {
            sinceNanos = nowNanos;
        }
    }

    /** Time at which the first batch was added to the load that is being filled. */
    long sinceNanos() {
        return sinceNanos;
    }

    boolean isFree() {
        return flight == null;
    }

    /**
     * Starts the delivery of the filled load, which belongs to the lane's thread until it returns.
     * The lane must be idle.
     */
    void launch() {
        if (flight != null) {
            throw new IllegalStateException("a load is under way");
        }
        WriteRequest ready = preparing;
        preparing = other;
        other = ready;
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Boolean> outcome = CompletableFuture.supplyAsync(() -> delivery.test(ready, stop), thread);
        flight = new Flight(ready, stop, outcome);
        var unused = outcome.whenComplete((isSettled, failure) -> landed.run());
    }

    /** Whether {@link #finish} would return immediately. */
    boolean hasLanded() {
        Flight current = flight;
        return current == null || current.outcome().isDone();
    }

    /**
     * Makes the lane idle: waits for the running delivery, then cancels it.
     *
     * @return the load if it was settled; else null, and its lines may or may not be stored. Valid
     *     until the next {@link #launch}
     */
    @Nullable
    WriteRequest finish(long patienceMillis) {
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
        return settled(current);
    }

    /** Empties the load that returned. */
    void clearLanded() {
        other.clear();
    }

    @Override
    public void close() {
        finish(0);
        thread.shutdown();
    }

    private @Nullable WriteRequest settled(Flight ended) {
        flight = null;
        try {
            return ended.outcome().get() ? ended.load() : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException("delivery broke", e.getCause());
        }
    }
}
