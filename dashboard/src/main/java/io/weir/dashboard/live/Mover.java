package io.weir.dashboard.live;

import java.util.SortedMap;

/**
 * A field of a series whose last value is not what is usual for it.
 *
 * @param value the last
 * @param usual the mean of those before
 * @param change how far they are apart, in spreads of those before; at most 999
 * @param millis when the last was measured
 */
public record Mover(
        String measurement,
        SortedMap<String, String> tags,
        String field,
        double value,
        double usual,
        double change,
        long millis) {}
