package io.weir.writer.store;

import java.util.Arrays;

/**
 * Numbers different texts in the order of their first occurrence. A text has two parts, each of
 * which is a place in one array of bytes. Used by one thread.
 */
public final class PlaceIndex {
    private static final int PLACES = 4;
    private static final long PRIME = 0x100000001b3L;

    private byte[] lines = {};
    /** Open addressing: the number of a text + 1, or 0. */
    private int[] slots = new int[1 << 12];
    /** Four places of each text: start and end of both parts. */
    private int[] places = new int[PLACES << 10];

    private int[] groups = new int[1 << 10];
    private long[] hashes = new long[1 << 10];
    private int count;

    /** Removes everything; the next texts are in this array. */
    public void clear(byte[] bytes) {
        lines = bytes;
        Arrays.fill(slots, 0);
        count = 0;
    }

    /**
     * The number of a text, which is {@link #count} before the call if it is new.
     *
     * @param group texts of different groups are different
     */
    public int number(int group, int firstStart, int firstEnd, int secondStart, int secondEnd) {
        long hash = hash(hash(group + 1L, firstStart, firstEnd), secondStart, secondEnd);
        int mask = slots.length - 1;
        int slot = (int) (hash ^ hash >>> 32) & mask;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash
                    && groups[number] == group
                    && isSame(number, firstStart, firstEnd, secondStart, secondEnd)) {
                return number;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = count + 1;
        add(hash, group);
        places[PLACES * count] = firstStart;
        places[PLACES * count + 1] = firstEnd;
        places[PLACES * count + 2] = secondStart;
        places[PLACES * count + 3] = secondEnd;
        count++;
        if (2 * count > slots.length) {
            grow();
        }
        return count - 1;
    }

    /** The number of different texts. */
    public int count() {
        return count;
    }

    /** The index of the first part's first byte, where the text occurred first. */
    public int firstStart(int number) {
        return places[PLACES * number];
    }

    /** The index after the first part. */
    public int firstEnd(int number) {
        return places[PLACES * number + 1];
    }

    /** The index of the second part's first byte. */
    public int secondStart(int number) {
        return places[PLACES * number + 2];
    }

    /** The index after the second part. */
    public int secondEnd(int number) {
        return places[PLACES * number + 3];
    }

    private void add(long hash, int group) {
        if (count == hashes.length) {
            places = Arrays.copyOf(places, PLACES * 2 * count);
            groups = Arrays.copyOf(groups, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        hashes[count] = hash;
        groups[count] = group;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < count; number++) {
            int slot = (int) (hashes[number] ^ hashes[number] >>> 32) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = number + 1;
        }
    }

    private boolean isSame(int number, int firstStart, int firstEnd, int secondStart, int secondEnd) {
        return Arrays.equals(lines, firstStart(number), firstEnd(number), lines, firstStart, firstEnd)
                && Arrays.equals(lines, secondStart(number), secondEnd(number), lines, secondStart, secondEnd);
    }

    private long hash(long seed, int from, int to) {
        long hash = seed;
        for (int at = from; at < to; at++) {
            hash = (hash ^ lines[at]) * PRIME;
        }
        return hash * PRIME;
    }
}
