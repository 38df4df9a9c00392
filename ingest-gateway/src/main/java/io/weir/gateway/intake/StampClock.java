package io.weir.gateway.intake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Stamps for lines that bring none: the receive time, or one nanosecond after the last stamp when that is later, so that no two
 * stamps are equal and two lines of a series never overwrite each other. Goes back where the receive time goes back by much, because it was
 * wrong. Shared by all event loops.
 */
public final class StampClock {
    private static final long BOUND_NANOS = ReceiveClock.BOUND.toNanos();

    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    /** A stamp in nanoseconds since the epoch, later than every one before, unless that was far from right. */
    public long next(long receivedNanos) {
        while (true) {
            long before = last.get();
            boolean wasWrong = before > receivedNanos && before - receivedNanos > BOUND_NANOS;
            long stamp = wasWrong ? receivedNanos : Math.max(before + 1, receivedNanos);
            if (last.compareAndSet(before, stamp)) {
                return stamp;
            }
        }
    }
}
