package io.weir.query.series;

import java.util.Arrays;

/**
 * A series with its samples.
 *
 * @param stamps milliseconds since 1970, strictly increasing
 * @param values of each stamp; {@link #isStale} marks an end
 */
public record Series(Labels labels, long[] stamps, double[] values) {
    /** The value by which Prometheus marks the end of a series: a NaN of its own. */
    private static final long STALE = 0x7ff0000000000002L;

    /** Marks the end of a series. */
    public static final double STALE_MARKER = Double.longBitsToDouble(STALE);

    /** Whether a value is {@link #STALE_MARKER}. */
    public static boolean isStale(double value) {
        return Double.doubleToRawLongBits(value) == STALE;
    }

    /** Its samples between the times, both included. */
    public Series between(long from, long to) {
        int begin = first(from);
        int end = Math.max(begin, to == Long.MAX_VALUE ? stamps.length : first(to + 1));
        return new Series(labels, Arrays.copyOfRange(stamps, begin, end), Arrays.copyOfRange(values, begin, end));
    }

    /** The same samples some milliseconds later. */
    public Series delayed(long millis) {
        return new Series(
                labels, Arrays.stream(stamps).map(each -> each + millis).toArray(), values);
    }

    /** The index of the first sample that is not before the time; the number of samples if all are before it. */
    public int first(long time) {
        int low = 0;
        int high = stamps.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stamps[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
