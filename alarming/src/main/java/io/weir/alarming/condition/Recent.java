package io.weir.alarming.condition;

/** The latest moments at which something was, up to a fixed number of them. Nanoseconds since the epoch. Not thread-safe. */
final class Recent {

    private final long[] times;
    private int count;
    private int next;

    /** @param most at least 1 */
    Recent(int most) {
        times = new long[most];
    }

    /** Adds a moment; beyond the fixed number, the earliest that was added goes. */
    void add(long time) {
        times[next] = time;
        next = next + 1 == times.length ? 0 : next + 1;
        count = Math.min(count + 1, times.length);
    }

    /** Are there as many as there can be, and the earliest of them at most so long before {@code until}? */
    boolean isFullWithin(long nanos, long until) {
        return count == times.length && until - times[next] <= nanos;
    }

    void clear() {
        count = 0;
        next = 0;
    }

    /** All of them, in the order in which they were added. */
    long[] toArray() {
        long[] all = new long[count];
        int first = count < times.length ? 0 : next;
        for (int i = 0; i < count; i++) {
            all[i] = times[(first + i) % times.length];
        }
        return all;
    }

    /** Has these, behind so many others, instead of its own; if there is room for fewer, the latest. */
    void restore(long[] saved, int from) {
        clear();
        for (int i = from; i < saved.length; i++) {
            add(saved[i]);
        }
    }
}
