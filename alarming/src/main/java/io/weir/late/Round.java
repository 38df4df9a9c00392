package io.weir.late;

import io.weir.query.series.Labels;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The outcome of a rule at a time. The next round needs this one only.
 *
 * @param time of the evaluation, milliseconds since 1970
 * @param active the series with a result, and the time of the first round since which each has one
 * @param values of the results; their series are those of {@code active}
 * @param ended series that the round before had, and this one has not
 */
public record Round(
        long time, SortedMap<Labels, Long> active, SortedMap<Labels, Double> values, SortedSet<Labels> ended) {
    public Round {
        active = Collections.unmodifiableSortedMap(new TreeMap<>(active));
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        ended = Collections.unmodifiableSortedSet(new TreeSet<>(ended));
    }

    /** Before the first evaluation. */
    public static final Round NONE = new Round(
            Long.MIN_VALUE, Collections.emptySortedMap(), Collections.emptySortedMap(), Collections.emptySortedSet());

    /** The round after this one of a rule that is removed at the time: all series have ended. */
    Round removed(long at) {
        return new Round(
                at, Collections.emptySortedMap(), Collections.emptySortedMap(), new TreeSet<>(active.keySet()));
    }
}
