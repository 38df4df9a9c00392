package io.weir.alarming.condition;

import java.util.Arrays;

/**
 * The latest moments at which something was, up to a fixed number of them; takes room for those that there are. Nanoseconds
 * since the epoch. Not thread-safe.
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

    /** Adds a moment; beyond the fixed number, the earliest that was added goes. */
    void add(long time) {
        if (next == times.length) {
            times = Arrays.copyOf(times, Math.min(most, Math.max(4, 2 * next)));
        }
        times[next] = time;
        next = next + 1 == most ? 0 : next + 1;
        count = Math.min(count + 1, most);
    }

    /** Are there as many as there can be, and the earliest of them at most so long before {@code until}? */
    boolean isFullWithin(long nanos, long until) {
        return count == most && times[next] <= until && until - times[next] <= nanos;
    }

    void clear() {
        count = 0;
        next = 0;
    }

    /** {@code first}, and then all of them in the order in which they were added. */
    long[] toArray(long first) {
        long[] all = new long[1 + count];
        all[0] = first;
        int oldest = count < most ? 0 : next;
        for (int i = 0; i < count; i++) {
            all[1 + i] = times[(oldest + i) % most];
        }
        return all;
    }

    /** Has these, behind one other, instead of its own; if there is room for fewer, the latest. */
    void restore(long[] saved) {
        clear();
        for (int i = 1; i < saved.length; i++) {
            add(saved[i]);
        }
    }
}
