package io.weir.dashboard.history;

import java.util.Arrays;
import java.util.Map;

/**
 * The last stored value of one field of one series before the end of a range.
 *
 * @param millis its time
 * @param periodMillis the usual interval between its last values; 0 if there is only one
 */
public record LastValue(
        String measurement, Map<String, String> tags, String field, long millis, double value, long periodMillis) {

    /** Returns a copy whose period is the interval since an earlier value. */
    LastValue after(LastValue earlier) {
        return new LastValue(measurement, tags, field, millis, value, millis - earlier.millis);
    }

    /**
     * The median of the intervals between times, of which the latest is first; 0 for a single time.
     */
    static long median(long[] times) {
        if (times.length < 2) {
            return 0;
        }
        long[] intervals = new long[times.length - 1];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = times[i] - times[i + 1];
        }
        Arrays.sort(intervals);
        return intervals[intervals.length / 2];
    }
}
