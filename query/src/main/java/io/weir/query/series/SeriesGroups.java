package io.weir.query.series;

import java.util.List;

/**
 * Groups of series whose values a {@link RangeSource} aggregates, too.
 *
 * @param statistic of the values of all series of a group
 * @param labels those that groups have; with {@code without}, those that they lack
 */
public record SeriesGroups(RangeStatistic statistic, List<String> labels, boolean without) {
    /** Whether groups have this label of their series. The name of the metric is never one. */
    public boolean have(String label) {
        return labels.contains(label) != without;
    }
}
