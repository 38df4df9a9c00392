package io.weir.writer.store;

/**
 * The series that are already checked, as a bounded set of 64-bit hashes. Cleared when full, which
 * costs one more check for each series. Flat, with open addressing. Starts small and doubles,
 * because a lookup outside the processor cache is its main cost.
 */
final class SeenSeries {
    private static final int FIRST_SLOTS = 1 << 12;

    private long[] slots = new long[FIRST_SLOTS];
    private final int limit;
    private int size;

    /**
     * An empty set.
     *
     * @param limit number of hashes at which it is cleared; needs 16 to 32 bytes for each hash
     */
    SeenSeries(int limit) {
        if (limit < 1 || limit > 1 << 28) {
            throw new IllegalArgumentException("limit must be 1 to " + (1 << 28) + ", was " + limit);
        }
        this.limit = limit;
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
        if (++size * 2 > slots.length) {
            grow();
        }
        put(occupied(hash));
    }

    void clear() {
        slots = new long[FIRST_SLOTS];
        size = 0;
    }

    private void grow() {
        long[] smaller = slots;
        slots = new long[smaller.length * 2];
        for (long key : smaller) {
            if (key != 0) {
                put(key);
            }
        }
    }

    private void put(long key) {
        slots[slotOf(key)] = key;
    }

    /**
     * Slot of the key, or the free slot for it. A free slot always exists, because at most half of
     * them are used.
     */
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
