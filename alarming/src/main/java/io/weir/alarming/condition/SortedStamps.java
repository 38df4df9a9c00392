package io.weir.alarming.condition;

import java.util.Arrays;

/**
 * Different stamps in ascending order, up to a fixed number; a full set drops its oldest. The array
 * grows on demand. Stamps are nanoseconds since the epoch. Not thread-safe.
 */
final class SortedStamps {

    private static final long NONE = Long.MIN_VALUE;
    private static final long[] NO_STAMPS = {};

    private final int most;
    private long[] stamps = NO_STAMPS;
    private int count;

    /** @param most at least 1 */
    SortedStamps(int most) {
        this.most = most;
    }

    /** Returns the newest stamp; the least possible stamp if the set is empty. */
    long newest() {
        return count == 0 ? NONE : stamps[count - 1];
    }

    /**
     * Adds a stamp.
     *
     * @return false if the set contains it already, or is full of newer ones
     */
    boolean add(long stamp) {
        int at = position(stamp);
        boolean isTooOld = at == 0 && count == most;
        if (isTooOld || isAt(at, stamp)) {
            return false;
        }
        if (count == most) {
            at--;
            System.arraycopy(stamps, 1, stamps, 0, at);
        } else {
            if (count == stamps.length) {
                stamps = Arrays.copyOf(stamps, Math.min(most, Math.max(4, 2 * count)));
            }
            System.arraycopy(stamps, at, stamps, at + 1, count - at);
            count++;
        }
        stamps[at] = stamp;
        return true;
    }

    /** Removes a stamp; returns whether the set contained it. */
    boolean remove(long stamp) {
        int at = position(stamp);
        if (!isAt(at, stamp)) {
            return false;
        }
        count--;
        System.arraycopy(stamps, at + 1, stamps, at, count - at);
        return true;
    }

    /**
     * Returns whether {@code size} consecutive stamps, {@code stamp} among them, are within
     * {@code nanos} and end after {@code after}.
     */
    boolean hasGroup(long stamp, int size, long nanos, long after) {
        int at = position(stamp);
        for (int last = Math.max(at, size - 1); last < count && last - size < at; last++) {
            if (stamps[last] - stamps[last - size + 1] <= nanos && stamps[last] > after) {
                return true;
            }
        }
        return false;
    }

    /** Removes stamps that are newer than this. */
    void removeAfter(long stamp) {
        while (newest() > stamp) {
            count--;
        }
    }

    void clear() {
        count = 0;
    }

    int size() {
        return count;
    }

    /** Copies all stamps, in ascending order. */
    void copyTo(long[] target, int from) {
        System.arraycopy(stamps, 0, target, from, count);
    }

    /** Returns the number of older stamps; searches from the newest, which is usually next to it. */
    private int position(long stamp) {
        int at = count;
        while (at > 0 && stamps[at - 1] >= stamp) {
            at--;
        }
        return at;
    }

    private boolean isAt(int at, long stamp) {
        return at < count && stamps[at] == stamp;
    }
}
