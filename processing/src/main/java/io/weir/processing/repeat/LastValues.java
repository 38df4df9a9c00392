package io.weir.processing.repeat;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last value let through of each suppressed field of a series.
 *
 * <p>A value is left out if it is spelled like the last one let through and the heartbeat is not yet due. A value older than
 * the last one let through is always let through and not remembered. So whoever reads what was let through, and holds each
 * value until the next, sees every value that was sent. Timestamps are nanoseconds. Not thread-safe.
 */
public final class LastValues {

    /** Instead of a heartbeat: a constant is let through once. */
    public static final long NO_HEARTBEAT = Long.MAX_VALUE;

    private static final int NOT_YET = -1;

    private byte[][] keys = new byte[1][];
    private byte[][] values = new byte[1][];
    private int[] lengths = new int[1];
    private long[] stamps = new long[1];
    private int size;

    /**
     * The number of the field whose key is {@code bytes[from, to)}; a new field gets a new number.
     *
     * @param hint the field's position in its line: a series rarely changes the order of its fields
     */
    public int field(byte[] bytes, int from, int to, int hint) {
        if (hint < size && isKey(hint, bytes, from, to)) {
            return hint;
        }
        for (int field = 0; field < size; field++) {
            if (isKey(field, bytes, from, to)) {
                return field;
            }
        }
        return add(Arrays.copyOfRange(bytes, from, to));
    }

    /** Is the value {@code bytes[from, to)} of a field a repeat that may be left out? If not, it is remembered. */
    public boolean isRepeat(int field, byte[] bytes, int from, int to, long timestamp, long heartbeatNanos) {
        if (lengths[field] != NOT_YET) {
            long age = timestamp - stamps[field];
            if (age < 0) {
                return false;
            }
            if (age < heartbeatNanos && Arrays.equals(values[field], 0, lengths[field], bytes, from, to)) {
                return true;
            }
        }
        int length = to - from;
        if (values[field].length < length) {
            values[field] = new byte[length];
        }
        System.arraycopy(bytes, from, values[field], 0, length);
        lengths[field] = length;
        stamps[field] = timestamp;
        return false;
    }

    /** Forgets everything. */
    public void reset() {
        size = 0;
    }

    private boolean isKey(int field, byte[] bytes, int from, int to) {
        byte[] key = keys[field];
        return Arrays.equals(key, 0, key.length, bytes, from, to);
    }

    private int add(byte[] key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            values = Arrays.copyOf(values, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
            stamps = Arrays.copyOf(stamps, size * 2);
        }
        keys[size] = key;
        values[size] = new byte[0];
        lengths[size] = NOT_YET;
        return size++;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(size);
        for (int field = 0; field < size; field++) {
            out.writeInt(keys[field].length);
            out.write(keys[field]);
            out.writeInt(lengths[field]);
            out.write(values[field], 0, Math.max(0, lengths[field]));
            out.writeLong(stamps[field]);
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        for (int left = in.readInt(); left > 0; left--) {
            byte[] key = new byte[in.readInt()];
            in.readFully(key);
            int field = add(key);
            lengths[field] = in.readInt();
            values[field] = new byte[Math.max(0, lengths[field])];
            in.readFully(values[field]);
            stamps[field] = in.readLong();
        }
    }
}
