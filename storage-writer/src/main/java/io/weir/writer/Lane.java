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
 * Delivers one load at a time on a thread of its own, while the next one is prepared. Lines of a partition always go the same lane,
 * so that what came later is written later. Used by one thread.
 */
final class Lane implements AutoCloseable {
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "weir-writer-store"));
    private final BiPredicate<Load, CountDownLatch> delivery;
    private final Runnable breakOff;
    private final Runnable landed;
    private Load preparing;
    private Load other;
    private long sinceNanos;
    private @Nullable Flight flight;

    private record Flight(Load load, CountDownLatch stop, CompletableFuture<Boolean> outcome) {}

    /**
     * A free lane with an empty load.
     *
     * @param delivery returns whether the load was settled; gives up soon after the latch opens, and for no other reason
     * @param breakOff makes a call under way fail; from any thread
     * @param landed told whenever {@link #hasLanded} has become true; in any thread
     */
    Lane(Supplier<Load> loads, BiPredicate<Load, CountDownLatch> delivery, Runnable breakOff, Runnable landed) {
        this.preparing = loads.get();
        this.other = loads.get();
        this.delivery = delivery;
        this.breakOff = breakOff;
        this.landed = landed;
    }

    /** The load that is filled. */
    Load preparing() {
        return preparing;
    }

    /** Notes the time if nothing waited yet. */
    void begin(long nowNanos) {
        if (preparing.isEmpty()) {
            sinceNanos = nowNanos;
        }
    }

    /** Since when the load that is filled waits, if it does. */
    long sinceNanos() {
        return sinceNanos;
    }

    boolean isFree() {
        return flight == null;
    }

    /** Sends the load that was filled, which belongs to the lane's thread until it comes back; the lane must be free. */
    void launch() {
        if (flight != null) {
            throw new IllegalStateException("a load is under way");
        }
        Load ready = preparing;
        preparing = other;
        other = ready;
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Boolean> outcome = CompletableFuture.supplyAsync(() -> delivery.test(ready, stop), thread);
        flight = new Flight(ready, stop, outcome);
        var unused = outcome.whenComplete((isSettled, failure) -> landed.run());
    }

    /** Whether {@link #finish} would return at once. */
    boolean hasLanded() {
        Flight current = flight;
        return current == null || current.outcome().isDone();
    }

    /**
     * Frees the lane: waits for the load under way, then breaks it off.
     *
     * @return the load if it was settled, else null: its lines may or may not be stored; valid until the next {@link #launch}
     */
    @Nullable
    Load finish(long patienceMillis) {
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

    /** Forgets the load that came back. */
    void clearLanded() {
        other.clear();
    }

    @Override
    public void close() {
        finish(0);
        thread.shutdown();
    }

    private @Nullable Load settled(Flight ended) {
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
