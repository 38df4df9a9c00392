package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * When a series said that it had ended: nanoseconds since the epoch, in order. Only ends after the
 * last value of a closed window matter, so there are few.
 */
final class EndTimes {

    /** No end. */
    static final long[] NONE = {};

    /** The most ends of a series that are remembered. */
    static final int MOST = 64;

    private static final int ARRAY_BYTES = 16;

    private EndTimes() {}

    /**
     * Returns the ends with a further one.
     *
     * @param mayGrow whether it may take memory; if not, or if there are too many, it replaces the last
     *     end if it is later, and the other ends stay. The first end is always kept
     */
    static long[] with(long[] ends, long at, boolean mayGrow) {
        if (Arrays.binarySearch(ends, at) >= 0) {
            return ends;
        }
        if (ends.length == MOST || (ends.length > 0 && !mayGrow)) {
            long[] same = ends.clone();
            same[ends.length - 1] = Math.max(same[ends.length - 1], at);
            return same;
        }
        long[] more = Arrays.copyOf(ends, ends.length + 1);
        more[ends.length] = at;
        Arrays.sort(more);
        return more;
    }

    static void write(long[] ends, DataOutput out) throws IOException {
        out.writeByte(ends.length);
        for (long end : ends) {
            out.writeLong(end);
        }
    }

    /** Reads the output of {@link #write}. */
    static long[] read(DataInput in) throws IOException {
        long[] ends = NONE;
        for (int left = Panes.bounded(in.readByte(), MOST); left > 0; left--) {
            ends = with(ends, in.readLong(), true);
        }
        return ends;
    }

    /** Estimated heap bytes, beyond a reference. */
    static long bytes(long[] ends) {
        return ends.length == 0 ? 0 : ARRAY_BYTES + (long) Long.BYTES * ends.length;
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
