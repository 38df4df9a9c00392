package io.weir.processing.batch;

import java.util.Arrays;

/**
 * A time for each slot, in a flat array, so that every tick can scan all of them. Times are
 * nanoseconds of log time. Not thread-safe.
 */
public final class SlotTimes {

    /** The time of a slot with nothing due. */
    public static final long NEVER = Long.MAX_VALUE;

    private long[] times = new long[0];

    /** Sets the time of {@code slot}. */
    public void set(int slot, long time) {
        if (slot >= times.length) {
            int old = times.length;
            times = Arrays.copyOf(times, Math.max(slot + 1, old * 2));
            Arrays.fill(times, old, times.length, NEVER);
        }
        times[slot] = time;
    }

    /** The time of {@code slot}, {@link #NEVER} if it was not set. */
    public long get(int slot) {
        return slot < times.length ? times[slot] : NEVER;
    }

    /** Sets the time of {@code slot} to {@link #NEVER}. */
    public void clear(int slot) {
        if (slot < times.length) {
            times[slot] = NEVER;
        }
    }
}
