package io.weir.standalone.replay;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * The time of a replay, which is that of the latest metric so far, and the ticks in it: at each whole second, as a gateway ticks.
 * In a silence they come ever more rarely (after an hour of it every second, after ten hours every ten), so that years of
 * it pass fast; the last one before a metric is never left out. Begins in 1970 at the earliest. Not thread-safe.
 */
public final class VirtualTime {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SECOND_MILLIS = 1_000;
    private static final long TICKS_OF_A_SILENCE = 3_600;

    private final LongConsumer tick;
    private boolean hasBegun;
    private long nowNanos;
    private long tickedMillis;

    /** Time that has not begun; {@code tick} is told the milliseconds of each. */
    public VirtualTime(LongConsumer tick) {
        this.tick = tick;
    }

    /** Is time still to reach this moment, with ticks on the way? */
    boolean isTickBefore(long nanos) {
        return hasBegun && nanos / NANOS_PER_MILLI - tickedMillis >= SECOND_MILLIS;
    }

    /** Lets time go on to a moment, unless it is there already. */
    public void goOnTo(long nanos) {
        if (!hasBegun) {
            begin(nanos);
        } else if (nanos > nowNanos) {
            tickTo(wholeSecond(nanos / NANOS_PER_MILLI));
            nowNanos = nanos;
        }
    }

    /** Lets so much go by, and on to the tick that follows. */
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
