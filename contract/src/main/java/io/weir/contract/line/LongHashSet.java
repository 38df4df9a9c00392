package io.weir.contract.line;

import java.util.Arrays;

/**
 * A bounded set of 64-bit hashes. Many of their bits may be equal: the series of one partition share
 * the low bits of their hashes. The hashes 0 and 1 count as the same.
 *
 * <p>Flat, with open addressing, at most three quarters full. Starts small and doubles, because a
 * lookup outside the processor's caches is its main cost. Needs 11 to 22 bytes for each hash. Not
 * thread-safe.
 */
public final class LongHashSet {
    private static final int FIRST_PLACES = 1 << 10;
    private static final int MOST = 1 << 29;

    /** Spreads every bit of a hash to the highest bits of the product: 2^64 by the golden ratio. */
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private final int most;
    private long[] places = new long[FIRST_PLACES]; // 0 is free
    private int size;

    /**
     * Creates an empty set.
     *
     * @param most number of hashes at which it is full
     */
    public LongHashSet(int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("most must be 1 to " + MOST + ", was " + most);
        }
        this.most = most;
    }

    /** The number of hashes. */
    public int size() {
        return size;
    }

    /** Whether there is no room for another hash. */
    public boolean isFull() {
        return size == most;
    }

    /** Whether the hash was added. */
    public boolean contains(long hash) {
        return places[place(occupied(hash))] != 0;
    }

    /**
     * Adds a hash unless it is contained.
     *
     * @throws IllegalStateException if there is no room for it
     */
    public void add(long hash) {
        if (contains(hash)) {
            return;
        }
        if (isFull()) {
            throw new IllegalStateException("a set of " + size + " hashes is full");
        }
        if (size >= places.length / 4 * 3) {
            grow();
        }
        put(occupied(hash));
        size++;
    }

    /** Removes all hashes; keeps the memory. */
    public void clear() {
        Arrays.fill(places, 0);
        size = 0;
    }

    private void grow() {
        long[] before = places;
        places = new long[before.length * 2];
        for (long occupied : before) {
            if (occupied != 0) {
                put(occupied);
            }
        }
    }

    private void put(long occupied) {
        places[place(occupied)] = occupied;
    }

    /** The place of the hash, or the free place where it belongs. */
    private int place(long occupied) {
        int mask = places.length - 1;
        int at = (int) ((occupied * SPREAD) >>> Long.numberOfLeadingZeros(mask));
        while (places[at] != 0 && places[at] != occupied) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static long occupied(long hash) {
        return hash == 0 ? 1 : hash;
    }
}
