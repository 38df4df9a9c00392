package io.weir.gateway.intake.partial;

import io.weir.gateway.intake.spelling.LineText;
import java.util.Arrays;

/** The buckets of the values of one sign, from the first to the last one with a value. Not thread-safe. */
final class BucketSide {
    /** As many as OTLP's SDKs keep by default. */
    static final int MOST_BUCKETS = 160;

    private static final int FIRST_BUCKETS = 8;

    private long[] counts = {};
    private int first;
    private int size;

    /** Whether there is room for the bucket, and all between it and the others. */
    boolean fits(int index) {
        long from = size == 0 ? index : Math.min(first, index);
        long to = size == 0 ? index : Math.max(first + size - 1, index);
        return to - from < MOST_BUCKETS;
    }

    /** Counts a value in a bucket that fits. */
    void add(int index) {
        if (size == 0) {
            first = index;
        }
        int before = Math.max(0, first - index);
        int needed = Math.max(first + size, index + 1) - Math.min(first, index);
        if (needed > counts.length) {
            counts = Arrays.copyOf(counts, Math.min(MOST_BUCKETS, Math.max(needed, 2 * counts.length + FIRST_BUCKETS)));
        }
        if (before > 0) {
            System.arraycopy(counts, 0, counts, before, size);
            Arrays.fill(counts, 0, before, 0);
            first = index;
        }
        size = needed;
        counts[index - first]++;
    }

    /** Merges each bucket with its neighbour: those of the next smaller scale. */
    void halve() {
        int newFirst = first >> 1;
        int newSize = size == 0 ? 0 : ((first + size - 1) >> 1) - newFirst + 1;
        for (int i = 0; i < size; i++) {
            long count = counts[i];
            counts[i] = 0;
            counts[((first + i) >> 1) - newFirst] += count;
        }
        first = newFirst;
        size = newSize;
    }

    /** Memory in use, in bytes. */
    int bytes() {
        return Long.BYTES * counts.length;
    }

    /** Appends the fields, if there are values. */
    void write(String name, LineText to) {
        if (size == 0) {
            return;
        }
        to.put(',');
        to.put(name);
        to.put("_offset=");
        to.number((long) first);
        to.put("i,");
        to.put(name);
        to.put("_delta=\"[");
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                to.put(',');
            }
            to.number(counts[i]);
        }
        to.put("]\"");
    }
}
