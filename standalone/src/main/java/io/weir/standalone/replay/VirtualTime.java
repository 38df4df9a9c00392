package io.weir.standalone.replay;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * The time of a replay: the timestamp of the latest metric so far, with a tick at each whole
 * second, as in a gateway. During silence the interval between ticks grows (every second for the
 * first hour, every ten seconds after ten hours), so that years pass quickly. The last tick before
 * a metric is never omitted. Starts in 1970 at the earliest. Not thread-safe.
 */
public final class VirtualTime {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SECOND_MILLIS = 1_000;
    private static final long TICKS_OF_A_SILENCE = 3_600;

    private final LongConsumer tick;
    private boolean hasBegun;
    private long nowNanos;
    private long tickedMillis;

    /**
     * Creates a time that has not begun.
     *
     * @param tick receives the milliseconds since 1970 of each tick
     */
    public VirtualTime(LongConsumer tick) {
        this.tick = tick;
    }

    /** Whether the first metric or the start has been passed. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** Whether at least one tick is due before this time. */
    boolean isTickBefore(long nanos) {
        return hasBegun && nanos / NANOS_PER_MILLI - tickedMillis >= SECOND_MILLIS;
    }

    /** Advances to this time, unless it has already passed. */
    public void goOnTo(long nanos) {
        if (!hasBegun) {
            begin(nanos);
        } else if (nanos > nowNanos) {
            tickTo(wholeSecond(nanos / NANOS_PER_MILLI));
            nowNanos = nanos;
        }
    }

    /** Advances by this duration and on to the next tick. */
    public void pass(Duration silence) {
        if (hasBegun) {
            long end = nowNanos + silence.toNanos() + SECOND_MILLIS * NANOS_PER_MILLI;
            goOnTo(end < nowNanos ? Long.MAX_VALUE : end);
        }
    }

    private void begin(long nanos) {
        hasBegun = true;
        nowNanos = Math.max(0, nanos);
        tickedMillis = wholeSecond(nowMillis());
    }

    private void tickTo(long lastMillis) {
        long silentSince = tickedMillis;
        while (tickedMillis < lastMillis) {
            long step = wholeSecond((tickedMillis - silentSince) / TICKS_OF_A_SILENCE);
            tickedMillis = Math.min(lastMillis, tickedMillis + Math.max(SECOND_MILLIS, step));
            tick.accept(tickedMillis);
        }
    }

    long nowNanos() {
        return nowNanos;
    }

    long nowMillis() {
        return nowNanos / NANOS_PER_MILLI;
    }

    private static long wholeSecond(long millis) {
        return millis - millis % SECOND_MILLIS;
    }
}
