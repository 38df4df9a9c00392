package io.weir.processing.repeat;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What one feed was given of one field, and whether it needs the next value too. Timestamps are nanoseconds of the series'
 * own time. Not thread-safe.
 */
public sealed interface FieldMemory permits HeldValues, SampledValues {

    /** Instead of a time at which something is due: nothing is. */
    long NEVER = Long.MAX_VALUE;

    /** Instead of a heartbeat: a value may be left out for ever. */
    long NO_HEARTBEAT = Long.MAX_VALUE;

    /** An empty memory of what a reader holds: what is like it is left out until the heartbeat is due. */
    static FieldMemory held(Likeness likeness, long heartbeatNanos) {
        return new HeldValues(likeness, heartbeatNanos);
    }

    /** An empty memory that lets one value through in so much time. */
    static FieldMemory sampled(long everyNanos) {
        return new SampledValues(everyNanos);
    }

    /** Decides about a value. Values are told in the order in which they arrive; one for which there is no room is let through. */
    Verdict judge(Value value, long timestamp, Room room);

    /** The bytes of heap that it takes beyond those of one short value. Depends only on what {@link #write} writes. */
    long extraBytes();

    /** When a value that is held back is let through, unless another one comes before; {@link #NEVER} if none is held back. */
    default long dueAt() {
        return NEVER;
    }

    /** Lets through what is held back and was due at {@code now}; false if there is nothing of that kind. */
    default boolean release(long now) {
        return false;
    }

    /** What is to go on besides: once, after {@link Verdict#LET_THROUGH_AND_RESTATE} or {@link #release}, until the next call. */
    Value takeExtra();

    /** The timestamp with which {@link #takeExtra} goes on. */
    long extraAt();

    /** Writes what is remembered. */
    void write(DataOutput out) throws IOException;

    /** Restores what {@link #write} wrote. */
    void read(DataInput in) throws IOException;
}
