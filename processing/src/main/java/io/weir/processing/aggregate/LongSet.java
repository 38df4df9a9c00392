package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A set of distinct longs, numbered from 0 in the order of insertion, at most 16 bytes each. Uses
 * open addressing with linear probing and expects hashes, whose lower bits are evenly distributed.
 * Not thread-safe.
 */
public final class LongSet {

    private static final int EMPTY = -1;

    private long[] members = new long[4];
    private int[] index = emptyIndex(8);
    private int size;

    /**
     * Adds a long unless it is present; returns its number. The number of a new long is the
     * previous {@link #size}.
     */
    public int add(long member) {
        int at = place(member);
        if (index[at] != EMPTY) {
            return index[at];
        }
        if (size == members.length) {
            grow(size * 2);
            at = place(member);
        }
        members[size] = member;
        index[at] = size;
        return size++;
    }

    /** The number of a long; -1 if it is not present. */
    public int find(long member) {
        return index[place(member)];
    }

    /** The long with this number. */
    public long member(int number) {
        return members[number];
    }

    public int size() {
        return size;
    }

    /** The place in the index of a long, or its free place if it is not present. */
    private int place(long member) {
        int mask = index.length - 1;
        int at = (int) member & mask;
        while (index[at] != EMPTY && members[index[at]] != member) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow(int capacity) {
        members = Arrays.copyOf(members, capacity);
        index = emptyIndex(capacity * 2);
        for (int number = 0; number < size; number++) {
            index[place(members[number])] = number;
        }
    }

    /** Writes the longs in their order. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(size);
        for (int number = 0; number < size; number++) {
            out.writeLong(members[number]);
        }
    }

    /** Adds the longs that {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            add(in.readLong());
        }
    }

    private static int[] emptyIndex(int length) {
        int[] index = new int[length];
        Arrays.fill(index, EMPTY);
        return index;
    }
}
