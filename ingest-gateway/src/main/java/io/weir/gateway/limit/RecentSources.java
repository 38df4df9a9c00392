package io.weir.gateway.limit;

import java.util.Arrays;

/**
 * Gives each source a slot, a small number under which its figures are kept elsewhere. Bounded: a source may only have one of 16
 * slots, by its hash, and when these are all taken, the one of them that was silent longest is forgotten. No more than that is
 * looked at, nothing is moved, and nothing allocated. Belongs to one thread, or to a lock.
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

    /** The slot of a source, which sends now; see {@link #isNew}. */
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

    /** Whether the source just looked up was not known, so that its slot still has the figures of another, or of nobody. */
    boolean isNew() {
        return isNew;
    }

    /** When the source of a slot sent last, if it {@link #isTaken}. */
    long lastNanos(int slot) {
        return lastNanos[slot];
    }

    /** The source of a slot has sent now. */
    void touch(int slot, long nowNanos) {
        lastNanos[slot] = Math.max(lastNanos[slot], nowNanos);
    }

    boolean isTaken(int slot) {
        return lastNanos[slot] != NEVER;
    }

    /** The address of a slot in words. */
    String text(int slot) {
        return SourceAddress.text(highs[slot], lows[slot]);
    }

    /** Spreads sources; its lower half picks the slots. */
    static long hash(SourceAddress source, int port) {
        // The last steps of MurmurHash3: a few bits of difference, as between neighbours of a network, change all.
        long hash = source.low() ^ Long.rotateLeft(source.high(), 32) ^ ((long) port << 48);
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
