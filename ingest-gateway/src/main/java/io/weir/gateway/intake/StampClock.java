package io.weir.gateway.intake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Stamps for lines that bring none: the receive time, or one nanosecond after the last stamp when that is later, so that no two
 * stamps are equal and two lines of a series never overwrite each other. Shared by all event loops.
 */
public final class StampClock {
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    /** A stamp in nanoseconds since the epoch, later than every one before. */
    public long next(long receivedNanos) {
        while (true) {
            long before = last.get();
            long stamp = Math.max(before + 1, receivedNanos);
            if (last.compareAndSet(before, stamp)) {
                return stamp;
            }
        }
    }
}
