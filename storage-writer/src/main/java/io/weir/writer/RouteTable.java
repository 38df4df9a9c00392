package io.weir.writer;

import io.weir.contract.line.SeriesHash;
import java.util.Arrays;

/**
 * Cache of the route of each measurement, by its bytes. Cleared when full, which bounds its memory
 * for senders of ever new names. Used by one thread.
 */
final class RouteTable {
    /** Result of {@link #find} for a measurement that was not {@link #put}. */
    static final int UNKNOWN = Integer.MIN_VALUE;

    private static final int SLOTS = 1 << 14;
    private static final int MOST = SLOTS / 2;

    private final byte[][] names = new byte[SLOTS][];
    private final int[] routes = new int[SLOTS];
    private int size;

    /** Index after the measurement of the series at {@code [from, to)}. */
    static int measurementEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] != ',' || (at > from && bytes[at - 1] == '\\'))) {
            at++;
        }
        return at;
    }

    int find(byte[] bytes, int from, int to) {
        int slot = slot(bytes, from, to);
        return names[slot] == null ? UNKNOWN : routes[slot];
    }

    void put(byte[] bytes, int from, int to, int route) {
        if (size == MOST) {
            Arrays.fill(names, null);
            size = 0;
        }
        int slot = slot(bytes, from, to);
        if (names[slot] == null) {
            size++;
        }
        names[slot] = Arrays.copyOfRange(bytes, from, to);
        routes[slot] = route;
    }

    /**
     * Slot of the name, or the free slot for it. A free slot always exists, because at most half of
     * them are used.
     */
    private int slot(byte[] bytes, int from, int to) {
        int slot = (int) SeriesHash.of(bytes, from, to) & (SLOTS - 1);
        while (names[slot] != null && !Arrays.equals(names[slot], 0, names[slot].length, bytes, from, to)) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        return slot;
    }
}
