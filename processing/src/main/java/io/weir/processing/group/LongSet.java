package io.weir.processing.group;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Distinct longs, numbered from 0 in the order in which they came: 16 bytes each at most. Open addressing with linear probing;
 * meant for hashes, of which the lower bits are as good as any. Not thread-safe.
 */
public final class LongSet {

    private static final int EMPTY = -1;

    private long[] members = new long[4];
    private int[] index = emptyIndex(8);
    private int size;

    /** The number of a long, which is taken in if it is new: then it is what {@link #size} was before. */
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

    /** The number of a long, -1 if there is no such one. */
    public int find(long member) {
        return index[place(member)];
    }

    /** The long with a number. */
    public long member(int number) {
        return members[number];
    }

    public int size() {
        return size;
    }

    /** Where in the index a long stands or belongs. */
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

    /** Adds what {@link #write} wrote. */
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
