package io.weir.benchmarks.harness;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measured times, sorted.
 *
 * @param nanos ascending
 */
public record Latencies(long[] nanos) {

    /** Returns these times, in any order. */
    public static Latencies of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Latencies(sorted);
    }

    /** Returns the times from one place to another, for those in {@code [from, to)} seen at both. */
    public static Latencies between(AtomicLongArray before, AtomicLongArray here, int from, int to) {
        long[] nanos = new long[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            if (before.get(i) != 0 && here.get(i) != 0) {
                nanos[count++] = here.get(i) - before.get(i);
            }
        }
        return of(Arrays.copyOf(nanos, count));
    }

    /** Returns the number of times. */
    public int count() {
        return nanos.length;
    }

    /** Returns the quantile of this share, such as 0.99; 0 without times. */
    public double millis(double share) {
        return nanos.length == 0 ? 0 : nanos[(int) (nanos.length * share)] / 1e6;
    }

    /** Returns the mean; 0 without times. */
    public double meanMillis() {
        return Arrays.stream(nanos).average().orElse(0) / 1e6;
    }

    /**
     * Adds rows with median, 99 % and maximum; none without times.
     *
     * @param before prefix of each row
     * @param way the measured route
     * @param most remark on the maximum
     */
    public void print(Table table, String before, String way, String most) {
        if (nanos.length > 0) {
            table.row(before + "median, ms", millis(0.5), way);
            table.row(before + "99 %, ms", millis(0.99), "");
            table.row(before + "most, ms", nanos[nanos.length - 1] / 1e6, most);
        }
    }
}
