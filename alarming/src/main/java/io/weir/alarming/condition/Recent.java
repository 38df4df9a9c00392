package io.weir.alarming.condition;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The latest moments at which something was, up to a fixed number of them. Nanoseconds since the epoch. Not thread-safe. */
final class Recent {

    private final long[] times;
    private int count;
    private int next;

    Recent(int most) {
        times = new long[most];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds a moment; beyond the fixed number, the earliest that was added goes. */
    void add(long time) {
        if (times.length == 0) {
            return;
        }
        times[next] = time;
        next = next + 1 == times.length ? 0 : next + 1;
        count = Math.min(count + 1, times.length);
    }

    /** Are there as many as there can be, and the earliest of them at most so long before {@code until}? */
    boolean isFullWithin(long nanos, long until) {
        return count == times.length && count > 0 && until - times[next] <= nanos;
    }

    void clear() {
        count = 0;
        next = 0;
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(count);
        int first = count < times.length ? 0 : next;
        for (int i = 0; i < count; i++) {
            out.writeLong(times[(first + i) % times.length]);
        }
    }

    /** Restores what {@link #write} wrote; if there is room for fewer, the latest. */
    void read(DataInput in) throws IOException {
        clear();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            add(in.readLong());
        }
    }
}
