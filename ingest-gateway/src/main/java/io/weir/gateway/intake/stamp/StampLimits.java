package io.weir.gateway.intake.stamp;

/**
 * Maximum difference between a line's timestamp and its receive time, in nanoseconds; {@link #NONE}
 * for no limit. A host with a wrong clock must not close windows that others still fill.
 */
public record StampLimits(long future, long past) {
    /** No limit. */
    public static final long NONE = Long.MAX_VALUE;

    /** Rejection reason for a timestamp beyond {@link #future}. */
    public static final String AHEAD = "timestamp-ahead";

    /** Rejection reason for a timestamp beyond {@link #past}. */
    public static final String BEHIND = "timestamp-behind";

    /** Whether the timestamp is too far in the future. */
    public boolean isAhead(long stamp, long receivedNanos) {
        return stamp > receivedNanos && future != NONE && stamp - receivedNanos > future;
    }

    /** Whether the timestamp is too old. */
    public boolean isBehind(long stamp, long receivedNanos) {
        if (past == NONE || stamp >= receivedNanos) {
            return false;
        }
        long behind = receivedNanos - stamp;
        return behind > past || behind < 0; // Below zero: the difference overflows 64 bits.
    }
}
