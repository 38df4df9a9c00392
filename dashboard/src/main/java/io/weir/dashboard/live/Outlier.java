package io.weir.dashboard.live;

import java.util.SortedMap;

/**
 * A field of a series whose last value differs from its usual values.
 *
 * @param value the last value
 * @param usual the mean of the earlier values
 * @param change the distance between both, in spreads of the earlier values; at most 999
 * @param millis when the last value was measured
 */
public record Outlier(
        String measurement,
        SortedMap<String, String> tags,
        String field,
        double value,
        double usual,
        double change,
        long millis) {}
