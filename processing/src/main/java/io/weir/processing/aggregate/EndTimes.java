package io.weir.processing.aggregate;

import java.util.Arrays;

/**
 * When a series said that it had ended: nanoseconds since the epoch, in order. Only ends after the
 * last value of a closed window matter, so there are few.
 */
final class EndTimes {

    /** No end. */
    static final long[] NONE = {};

    /** The most ends of a series that are remembered. */
    static final int MOST = 16;

    private EndTimes() {}

    /** Returns the ends with a further one, which replaces the last one if there are too many. */
    static long[] with(long[] ends, long at) {
        if (Arrays.binarySearch(ends, at) >= 0) {
            return ends;
        }
        if (ends.length == MOST) {
            long[] same = ends.clone();
            same[MOST - 1] = Math.max(same[MOST - 1], at);
            return same;
        }
        long[] more = Arrays.copyOf(ends, ends.length + 1);
        more[ends.length] = at;
        Arrays.sort(more);
        return more;
    }

    /** Whether an end is from {@code from} to before {@code before}. */
    static boolean hasIn(long[] ends, long from, long before) {
        for (long end : ends) {
            if (end >= from && end < before) {
                return true;
            }
        }
        return false;
    }

    /** Returns the ends at or after {@code from}. */
    static long[] since(long[] ends, long from) {
        int first = 0;
        while (first < ends.length && ends[first] < from) {
            first++;
        }
        return first == 0 ? ends : first == ends.length ? NONE : Arrays.copyOfRange(ends, first, ends.length);
    }
}
