package io.weir.processing.repeat;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A value that a reader holds through a stretch of time, and has instead of values that were left out. */
final class Held extends Value {

    /** When the value was let through, nanoseconds. */
    long since;

    /** The timestamp of the latest value left out for its sake, {@link #since} if there was none; nanoseconds. */
    long until;

    /** The stretch before, as far as it is still known. */
    @Nullable
    Held before;

    void begin(Value held, long timestamp) {
        copy(held);
        since = timestamp;
        until = timestamp;
    }

    /** Has anything been left out in the stretch up to, not including, {@code timestamp}? To be on the safe side, yes. */
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
