package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.Series;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The series that a rule applies to: those that meet all of these conditions.
 *
 * @param measurement pattern of the measurement's name
 * @param tags tags that the series must have, and patterns of their values
 * @param without keys of tags that the series must not have
 * @param not patterns that values of tags must not match; a series without the tag passes
 */
public record Match(
        TextPattern measurement,
        SortedMap<String, TextPattern> tags,
        List<String> without,
        SortedMap<String, TextPattern> not) {
    public static final Match ALL = new Match(Glob.ANY, Collections.emptySortedMap());

    public Match {
        tags = spelled("tags", tags);
        without = List.copyOf(without);
        not = spelled("not", not);
        Spelling.requireTags("without", without);
        for (String key : without) {
            if (tags.containsKey(key)) {
                throw new Refusal(
                        "without",
                        "nothing matches: tags requires " + Refusal.quote(key),
                        "remove it from one of them");
            }
        }
    }

    public Match(TextPattern measurement, SortedMap<String, ? extends TextPattern> tags) {
        this(measurement, new TreeMap<>(tags), List.of(), Collections.emptySortedMap());
    }

    /** Call it once per new series, not per metric. */
    public boolean test(Series series) {
        return test(series.measurement(), series.tags());
    }

    /** A missing tag never matches, not even {@code *}. */
    public boolean test(String seriesMeasurement, Map<String, String> seriesTags) {
        return measurement.matches(seriesMeasurement)
                && tags.entrySet().stream().allMatch(tag -> matches(tag, seriesTags))
                && without.stream().noneMatch(seriesTags::containsKey)
                && not.entrySet().stream().noneMatch(tag -> matches(tag, seriesTags));
    }

    /**
     * Whether some series may match both this and another match. False is certain; true includes
     * "unknown".
     */
    public boolean mayShareSeries(Match other) {
        return measurement.mayShareTexts(other.measurement)
                && tags.entrySet().stream().allMatch(tag -> {
                    TextPattern wanted = other.tags.get(tag.getKey());
                    return wanted == null || tag.getValue().mayShareTexts(wanted);
                })
                && Collections.disjoint(without, other.tags.keySet())
                && Collections.disjoint(other.without, tags.keySet());
    }

    private static boolean matches(Map.Entry<String, TextPattern> tag, Map<String, String> seriesTags) {
        String value = seriesTags.get(tag.getKey());
        return value != null && tag.getValue().matches(value);
    }

    private static SortedMap<String, TextPattern> spelled(String part, SortedMap<String, TextPattern> tags) {
        Spelling.requireTags(part, tags.keySet());
        return Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }
}
