package io.weir.gateway.limit;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;

/**
 * How many lines each source may send: a token bucket, kept as one time per source (the generic cell rate algorithm of ITU-T I.371):
 * up to when its lines are paid for. A source is within its budget as long as that is less than {@link #burstNanos} ahead.
 *
 * @param linesPerSecond what it may send in the long run
 * @param burst lines that it may send at once after a silence
 */
public record LineBudget(long linesPerSecond, long burst) {
    /** Why a datagram was dropped: its source had used up its lines. */
    public static final String USED_UP = "source-rate";

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** No source sends so much. */
    public static final LineBudget UNLIMITED = new LineBudget(Long.MAX_VALUE, Long.MAX_VALUE);

    /** Refuses nonsense. */
    public LineBudget {
        if (linesPerSecond < 1 || burst < 1) {
            throw new Refusal("a source may send " + Math.min(linesPerSecond, burst) + " lines", "1 or more");
        }
    }

    /** Whether there is no limit. */
    public boolean isUnlimited() {
        return linesPerSecond == Long.MAX_VALUE;
    }

    /** What may be left when nothing was sent for long, as time. */
    long burstNanos() {
        return nanos(burst);
    }

    /** Whether a source whose lines are paid for up to {@code paidNanos} may send now. */
    boolean isPositive(long paidNanos, long nowNanos) {
        return paidNanos - nowNanos < burstNanos();
    }

    /** Up to when lines are paid for when so many more were taken. */
    long debit(long paidNanos, long nowNanos, int lines) {
        return Math.max(paidNanos, nowNanos) + nanos(lines);
    }

    private long nanos(long lines) {
        return (long) ((double) lines * SECOND / linesPerSecond);
    }
}
