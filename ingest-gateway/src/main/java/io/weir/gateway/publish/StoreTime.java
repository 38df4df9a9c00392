package io.weir.gateway.publish;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how long one turn of a {@link PublishRouter} stores parcels, so that a slow disk does not
 * delay the parcels that go to Kafka. Each turn stores at least one parcel; the next turn begins
 * with the lane after the last one that stored. Belongs to the publishing thread.
 */
final class StoreTime {
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier nanoTime;
    private long mostNanos = TURN_NANOS;
    private long beganNanos;
    private long spentNanos;
    private int firstLane;

    /** {@code nanoTime} is the monotonic clock. */
    StoreTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Begins a turn; returns the lane that stores first. */
    int beginTurn(int lanes) {
        spentNanos = 0;
        return firstLane % lanes;
    }

    /** Begins the last turn, which may store for longer: the gateway ends. */
    void beginLastTurn(long nanos) {
        mostNanos = nanos;
        spentNanos = 0;
    }

    /** Whether the turn may store another parcel; {@link #stored} must follow if it does. */
    boolean mayStore() {
        boolean may = spentNanos < mostNanos;
        beganNanos = may ? nanoTime.getAsLong() : 0;
        return may;
    }

    /** Records that a parcel of this lane was stored, or could not be stored. */
    void stored(int lane) {
        spentNanos += nanoTime.getAsLong() - beganNanos;
        firstLane = lane + 1;
    }
}
