package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/**
 * A query that a {@link RangeSource} computes.
 *
 * @param matchers of the series
 * @param statistic of the samples of a series in a range
 * @param groups of series, of which the source passes on one value each; empty for a value of each series
 */
public record RangeQuery(
        List<Matcher> matchers, Ranges ranges, RangeStatistic statistic, Optional<SeriesGroups> groups) {
    /** A query for a value of each series. */
    public RangeQuery(List<Matcher> matchers, Ranges ranges, RangeStatistic statistic) {
        this(matchers, ranges, statistic, Optional.empty());
    }
}
