package io.weir.dashboard.live;

import java.util.SortedMap;

/**
 * A field of a series whose last value differs much from its baseline.
 *
 * @param value the last value
 * @param baseline the mean of the earlier values
 * @param deviation the distance between both, in standard deviations of the earlier values; at most
 *     999
 * @param millis when the last value was measured
 * @param series how many series of the measurement deviate in this field; this one deviates most
 * @param seenMillis when the deviation was seen last
 */
public record Outlier(
        String measurement,
        SortedMap<String, String> tags,
        String field,
        double value,
        double baseline,
        double deviation,
        long millis,
        int series,
        long seenMillis) {

    /** The same, seen at another time. */
    Outlier seenAt(long otherMillis) {
        return new Outlier(measurement, tags, field, value, baseline, deviation, millis, series, otherMillis);
    }
}
