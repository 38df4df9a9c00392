package io.weir.gateway.limit;

import java.util.Arrays;

/**
 * Assigns each source a slot, an index under which callers keep its figures. Bounded: the hash of a
 * source selects a set of 16 slots. If all of them are taken, the source that was silent longest is
 * forgotten. A lookup inspects at most 16 slots, moves nothing and allocates nothing. Belongs to
 * one thread, or to a lock.
 */
final class RecentSources {
    static final int WAYS = 16;
    private static final long NEVER = Long.MIN_VALUE;

    private final long[] highs;
    private final long[] lows;
    private final int[] ports;
    private final long[] lastNanos;
    private final int setMask;

    private boolean isNew;

    /** Room for {@code slots} sources, rounded up to the next power of two, at least 16. */
    RecentSources(int slots) {
        int sets = slots <= WAYS ? 1 : Integer.highestOneBit((slots - 1) / WAYS) << 1;
        int size = sets * WAYS;
        this.setMask = sets - 1;
        this.highs = new long[size];
        this.lows = new long[size];
        this.ports = new int[size];
        this.lastNanos = new long[size];
        Arrays.fill(lastNanos, NEVER);
    }

    int slots() {
        return lows.length;
    }

    /** Returns the slot of a source that sends now; see {@link #isNew}. */
    int slot(SourceAddress source, int port, long hash, long nowNanos) {
        int first = ((int) hash & setMask) * WAYS;
        int oldest = first;
        for (int i = first; i < first + WAYS; i++) {
            if (lows[i] == source.low() && highs[i] == source.high() && ports[i] == port && lastNanos[i] != NEVER) {
                isNew = false;
                return i;
            }
            if (lastNanos[i] < lastNanos[oldest]) {
                oldest = i;
            }
        }
        isNew = true;
        highs[oldest] = source.high();
        lows[oldest] = source.low();
        ports[oldest] = port;
        lastNanos[oldest] = nowNanos;
        return oldest;
    }

    /**
     * Whether the source looked up last is new. Its slot then still has the figures of another
     * source, or none.
     */
    boolean isNew() {
        return isNew;
    }

    /** Time at which the source of a slot last sent; valid if the slot {@link #isTaken}. */
    long lastNanos(int slot) {
        return lastNanos[slot];
    }

    /** Records that the source of a slot sends now. */
    void touch(int slot, long nowNanos) {
        lastNanos[slot] = Math.max(lastNanos[slot], nowNanos);
    }

    boolean isTaken(int slot) {
        return lastNanos[slot] != NEVER;
    }

    /** The address of a slot as text. */
    String text(int slot) {
        return SourceAddress.text(highs[slot], lows[slot]);
    }

    /** Hash of a source; its lower half selects the set of slots. */
    static long hash(SourceAddress source, int port) {
        // The final steps of MurmurHash3: a difference of a few bits, as between neighbours in a
        // network, changes all bits.
        long hash = source.low() ^ Long.rotateLeft(source.high(), 32) ^ ((long) port << 48);
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
