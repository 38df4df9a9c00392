package io.weir.gateway.intake;

/**
 * How far a line's stamp may be from its receive time, in nanoseconds; {@link #NONE} for no limit. A host with a wrong clock must
 * not close windows that others still fill.
 */
public record StampLimits(long future, long past) {
    /** No limit. */
    public static final long NONE = Long.MAX_VALUE;

    /** The reason of a refusal because of a stamp beyond {@link #future}. */
    public static final String AHEAD = "timestamp-ahead";

    /** The reason of a refusal because of a stamp beyond {@link #past}. */
    public static final String BEHIND = "timestamp-behind";

    /** Whether the stamp is too far in the future. */
    public boolean isAhead(long stamp, long receivedNanos) {
        return stamp > receivedNanos && future != NONE && stamp - receivedNanos > future;
    }

    /** Whether the stamp is too old. */
    public boolean isBehind(long stamp, long receivedNanos) {
        if (past == NONE || stamp >= receivedNanos) {
            return false;
        }
        long behind = receivedNanos - stamp;
        return behind > past || behind < 0; // Below zero: more than 64 bits hold.
    }
}
