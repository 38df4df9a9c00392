package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The fields of one series that were seen so far, numbered from 0 in the order in which they first came. A number stays what
 * it is until {@link #reset}, through rule switches and restarts. Not thread-safe.
 */
public final class FieldNames {

    /** The number of a field that came when there were {@link #MOST} already: nothing is remembered of it. */
    public static final int UNNUMBERED = -1;

    /** What one series may cost, however many names its sender thinks of. */
    public static final int MOST = 4096;

    /** Up to here, comparing is faster than hashing. */
    private static final int FEW = 8;

    private static final int EMPTY = -1;

    private static final byte[][] NO_KEYS = new byte[0][];
    private static final int[] NO_INDEX = new int[0];

    private byte[][] keys = NO_KEYS;
    private int size;
    private int[] index = NO_INDEX;

    /**
     * The number of the field whose key, as line protocol spells it, is {@code bytes[from, to)}.
     *
     * @param hint the field's place in its line: a series rarely changes the order of its fields
     */
    public int number(byte[] bytes, int from, int to, int hint) {
        if (hint < size && isKey(hint, bytes, from, to)) {
            return hint;
        }
        if (size <= FEW) {
            for (int number = 0; number < size; number++) {
                if (isKey(number, bytes, from, to)) {
                    return number;
                }
            }
            return add(Arrays.copyOfRange(bytes, from, to));
        }
        int at = slot(bytes, from, to);
        if (index[at] != EMPTY) {
            return index[at];
        }
        return size == MOST ? UNNUMBERED : add(Arrays.copyOfRange(bytes, from, to));
    }

    /** How many fields there are; numbers are below. */
    public int size() {
        return size;
    }

    /** The key of a field, as line protocol spells it: not to be changed. */
    public byte[] key(int number) {
        return keys[number];
    }

    /** Forgets all fields. */
    public void reset() {
        keys = NO_KEYS;
        size = 0;
        index = NO_INDEX;
    }

    private boolean isKey(int number, byte[] bytes, int from, int to) {
        byte[] key = keys[number];
        return Arrays.equals(key, 0, key.length, bytes, from, to);
    }

    private int add(byte[] key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, Math.max(1, size * 2));
        }
        keys[size++] = key;
        if (size > FEW && size * 2 > index.length) {
            rehash();
        } else if (size > FEW) {
            index[slot(key, 0, key.length)] = size - 1;
        }
        return size - 1;
    }

    private void rehash() {
        index = new int[Integer.highestOneBit(size) * 4];
        Arrays.fill(index, EMPTY);
        for (int number = 0; number < size; number++) {
            index[slot(keys[number], 0, keys[number].length)] = number;
        }
    }

    /** Where the key stands in the index, or would. */
    private int slot(byte[] bytes, int from, int to) {
        int mask = index.length - 1;
        int at = (int) SeriesHash.of(bytes, from, to) & mask;
        while (index[at] != EMPTY && !isKey(index[at], bytes, from, to)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(size);
        for (int number = 0; number < size; number++) {
            out.writeInt(keys[number].length);
            out.write(keys[number]);
        }
    }

    void read(DataInput in) throws IOException {
        reset();
        for (int left = in.readInt(); left > 0; left--) {
            byte[] key = new byte[in.readInt()];
            in.readFully(key);
            add(key);
        }
    }
}
