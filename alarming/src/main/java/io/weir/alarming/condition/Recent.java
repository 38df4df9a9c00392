package io.weir.alarming.condition;

import java.util.Arrays;

/**
 * The most recent times of an event, up to a fixed number; the array grows on demand. Times are
 * nanoseconds since the epoch. Not thread-safe.
 */
final class Recent {

    private static final long[] NONE = {};

    private final int most;
    private long[] times = NONE;
    private int count;
    private int next;

    /** @param most at least 1 */
    Recent(int most) {
        this.most = most;
    }

    /** Adds a time; a full list drops the one that was added first. */
    void add(long time) {
        if (next == times.length) {
            times = Arrays.copyOf(times, Math.min(most, Math.max(4, 2 * next)));
        }
        times[next] = time;
        next = next + 1 == most ? 0 : next + 1;
        count = Math.min(count + 1, most);
    }

    /**
     * Returns whether the list is full and its oldest time is at most {@code nanos} before
     * {@code until}.
     */
    boolean isFullWithin(long nanos, long until) {
        return count == most && times[next] <= until && until - times[next] <= nanos;
    }

    void clear() {
        count = 0;
        next = 0;
    }

    /** Returns {@code first}, followed by all times in the order in which they were added. */
    long[] toArray(long first) {
        long[] all = new long[1 + count];
        all[0] = first;
        int oldest = count < most ? 0 : next;
        for (int i = 0; i < count; i++) {
            all[1 + i] = times[(oldest + i) % most];
        }
        return all;
    }

    /**
     * Replaces the times by those after the first element of {@code saved}; if there are too many,
     * keeps the latest.
     */
    void restore(long[] saved) {
        clear();
        for (int i = 1; i < saved.length; i++) {
            add(saved[i]);
        }
    }
}
