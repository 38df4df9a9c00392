package io.weir.gateway.publish;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how long one turn of a {@link Flow} stores parcels, so that a slow disk does not delay what
 * goes to Kafka. Each turn stores at least one parcel. Belongs to the publishing thread.
 */
final class StoreTime {
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier nanoTime;
    private long beganNanos;
    private boolean hasStored;
    private boolean isEndless;

    /** {@code nanoTime} is the monotonic clock. */
    StoreTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void begin() {
        beganNanos = nanoTime.getAsLong();
        hasStored = false;
    }

    /** Removes the limit: the gateway ends, and stores everything. */
    void endless() {
        isEndless = true;
    }

    /** Whether the turn may store another parcel. */
    boolean mayStore() {
        boolean may = isEndless || !hasStored || nanoTime.getAsLong() - beganNanos < MOST_NANOS;
        hasStored = true;
        return may;
    }
}
