package io.weir.writer.store;

import java.util.Arrays;

/**
 * A bounded set of 64-bit hashes: the series that need no second look. Forgets all once full, which costs one more look each.
 * Flat, open addressing, nothing allocated after the start.
 */
final class Shapes {
    private final long[] slots;
    private final int limit;
    private int size;

    /**
     * An empty set.
     *
     * @param limit how many hashes it holds before it forgets; takes 16 to 32 bytes for each
     */
    Shapes(int limit) {
        if (limit < 1 || limit > 1 << 28) {
            throw new IllegalArgumentException("limit must be 1 to " + (1 << 28) + ", was " + limit);
        }
        this.limit = limit;
        this.slots = new long[Integer.highestOneBit(limit) * 4];
    }

    boolean contains(long hash) {
        return slots[slotOf(occupied(hash))] != 0;
    }

    void add(long hash) {
        if (contains(hash)) {
            return;
        }
        if (size == limit) {
            clear();
        }
        long key = occupied(hash);
        slots[slotOf(key)] = key;
        size++;
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
    }

    /** Where the key is or belongs; a free slot always exists, since at most half of them are taken. */
    private int slotOf(long key) {
        int mask = slots.length - 1;
        int slot = (int) (key ^ (key >>> 32)) & mask;
        while (slots[slot] != 0 && slots[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** 0 marks a free slot. */
    private static long occupied(long hash) {
        return hash == 0 ? 1 : hash;
    }
}
