package io.weir.processing.series;

import java.util.Arrays;

/**
 * A time for each slot, in a flat array, so that every tick can scan all of them. Not thread-safe.
 */
final class SlotTimes {

    /** The time of a slot with nothing due. */
    static final long NEVER = Long.MAX_VALUE;

    private long[] times = new long[0];

    void set(int slot, long time) {
        if (slot >= times.length) {
            int old = times.length;
            times = Arrays.copyOf(times, Math.max(slot + 1, old * 2));
            Arrays.fill(times, old, times.length, NEVER);
        }
        times[slot] = time;
    }

    long get(int slot) {
        return slot < times.length ? times[slot] : NEVER;
    }

    void clear(int slot) {
        if (slot < times.length) {
            times[slot] = NEVER;
        }
    }
}
