package io.weir.contract.rule;

import io.weir.contract.line.Series;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which series a rule is for.
 *
 * @param measurement what the measurement's name must look like
 * @param tags tags that the series must have, and what their values must look like
 */
public record Match(Glob measurement, SortedMap<String, Glob> tags) {
    public static final Match ALL = new Match(Glob.ANY, Collections.emptySortedMap());

    public Match {
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        tags.keySet().forEach(key -> Spelling.require("tags", "tag key", key));
    }

    /** Meant to be asked once per new series, not per metric. */
    public boolean test(Series series) {
        return test(series.measurement(), series.tags());
    }

    /** A tag that the series does not have never matches, not even {@code *}. */
    public boolean test(String seriesMeasurement, Map<String, String> seriesTags) {
        return measurement.matches(seriesMeasurement)
                && tags.entrySet().stream().allMatch(tag -> {
                    String value = seriesTags.get(tag.getKey());
                    return value != null && tag.getValue().matches(value);
                });
    }
}
