package io.weir.gateway.intake.stamp;

/** Assigns timestamps to lines without one. */
@FunctionalInterface
public interface Stamps {
    /** Value for a line that gets no timestamp and is rejected. */
    long NONE = Long.MIN_VALUE;

    /** Rejection reason for a line that gets no timestamp. */
    String MISSING = "missing-timestamp";

    /**
     * A timestamp in nanoseconds since the epoch, or {@link #NONE}.
     *
     * @param receivedNanos receive time of the line
     */
    long next(long receivedNanos);
}
