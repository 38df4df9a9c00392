package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A value that a reader holds for a stretch of time, in place of suppressed values. */
final class ReferenceValue extends Value {

    /** The timestamp at which the value was let through, in nanoseconds. */
    long since;

    /**
     * The latest timestamp suppressed because of this value, in nanoseconds; {@link #since} if
     * there is none.
     */
    long until;

    /** The stretch before, if it is still remembered. */
    @Nullable
    ReferenceValue before;

    void begin(Value value, long timestamp) {
        copy(value);
        since = timestamp;
        until = timestamp;
    }

    /**
     * Whether a value before {@code timestamp} may have been suppressed in the stretch. True if in
     * doubt.
     */
    boolean hasLeftOutBefore(long timestamp) {
        return until > since && timestamp > since && timestamp - 1 > since;
    }

    @Override
    void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(since);
        out.writeLong(until);
    }

    @Override
    void read(DataInput in) throws IOException {
        super.read(in);
        since = in.readLong();
        until = in.readLong();
    }
}
