package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Decides whether a feed needs the next value of a field, given the values that the feed received.
 * The state of a filter is saved. Timestamps are nanoseconds of the series' own time. Not
 * thread-safe.
 */
public sealed interface FieldFilter permits DeadbandFilter, RateLimitFilter {

    /** The due time if nothing is due. */
    long NEVER = Long.MAX_VALUE;

    /** The heartbeat if a value may be suppressed without limit. */
    long NO_HEARTBEAT = Long.MAX_VALUE;

    /**
     * Creates a filter without values that suppresses values like the reference value until the
     * heartbeat is due.
     */
    static FieldFilter deadband(Likeness likeness, long heartbeatNanos) {
        return new DeadbandFilter(likeness, heartbeatNanos);
    }

    /** Creates a filter without values that lets one value through per interval. */
    static FieldFilter rateLimit(long everyNanos) {
        return new RateLimitFilter(everyNanos);
    }

    /**
     * Decides on a value. Values must be passed in order of arrival. If the filter must keep the
     * value and {@code limit} refuses the memory, the value is let through.
     */
    Verdict judge(Value value, long timestamp, GrowthLimit limit);

    /** Heap bytes beyond one short value. Depends only on what {@link #write} writes. */
    long extraBytes();

    /**
     * The time at which the held-back value is let through unless another arrives; {@link #NEVER}
     * if there is none.
     */
    default long dueAt() {
        return NEVER;
    }

    /**
     * Releases the held-back value if it was due at {@code now}; returns false if there is none.
     */
    default boolean release(long now) {
        return false;
    }

    /**
     * The additional value to send after {@link Verdict#LET_THROUGH_AND_RESTATE} or
     * {@link #release}. Call once; valid until the next call of this object.
     */
    Value takeExtra();

    /** The timestamp of {@link #takeExtra}. */
    long extraAt();

    /** Writes the state. */
    void write(DataOutput out) throws IOException;

    /** Restores the output of {@link #write}. */
    void read(DataInput in) throws IOException;
}
