package io.weir.gateway.intake.stamp;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns timestamps to lines without one: the receive time, or one nanosecond after the last
 * timestamp if that is later. No two timestamps are equal, so two lines of a series never overwrite
 * each other. If the receive time goes back by more than {@link ReceiveClock#BOUND}, it was wrong
 * before, and the timestamps go back too. All event loops share it.
 */
public final class StampClock implements Stamps {
    private static final long BOUND_NANOS = ReceiveClock.BOUND.toNanos();

    private static final int SECOND_NANOS = 1_000_000_000;

    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    /** Begins anywhere, so that gateways, and lives of a gateway, hardly ever count alike. */
    private final AtomicLong within = new AtomicLong(new SecureRandom().nextInt(SECOND_NANOS));

    /**
     * A timestamp in nanoseconds since the epoch, later than all previous ones unless the receive
     * time was corrected.
     */
    @Override
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

    /**
     * A timestamp in a second, in nanoseconds since the epoch. It differs from the next 999 999 999 ones of
     * this second. One of another gateway is the same with a probability of 10^-9.
     *
     * @param second since the epoch
     */
    public long within(long second) {
        return second * SECOND_NANOS + Math.floorMod(within.getAndIncrement(), SECOND_NANOS);
    }
}
