package io.weir.gateway.limit;

import io.weir.contract.config.Refusal;
import java.time.Duration;

/**
 * Number of lines that each source may send. A token bucket that stores one time per source (the
 * generic cell rate algorithm of ITU-T I.371): the time up to which its lines are paid for. A
 * source is within its budget while that time is less than {@link #burstNanos} ahead.
 *
 * @param linesPerSecond sustained rate
 * @param burst lines that it may send in one burst after a pause
 */
public record LineBudget(long linesPerSecond, long burst) {
    /** Drop reason of a datagram whose source has used up its budget. */
    public static final String USED_UP = "source-rate";

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** A rate that no source reaches. */
    public static final LineBudget UNLIMITED = new LineBudget(Long.MAX_VALUE, Long.MAX_VALUE);

    /** Rejects values below 1. */
    public LineBudget {
        if (linesPerSecond < 1 || burst < 1) {
            throw new Refusal("a source may send " + Math.min(linesPerSecond, burst) + " lines", "1 or more");
        }
    }

    /** Whether there is no limit. */
    public boolean isUnlimited() {
        return linesPerSecond == Long.MAX_VALUE;
    }

    /** The burst as a time. */
    long burstNanos() {
        return nanos(burst);
    }

    /** Whether a source whose lines are paid for up to {@code paidNanos} may send now. */
    boolean isPositive(long paidNanos, long nowNanos) {
        return paidNanos - nowNanos < burstNanos();
    }

    /** The new paid-for time after this many more lines. */
    long debit(long paidNanos, long nowNanos, int lines) {
        return Math.max(paidNanos, nowNanos) + nanos(lines);
    }

    private long nanos(long lines) {
        return (long) ((double) lines * SECOND / linesPerSecond);
    }
}
