package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/**
 * A query that a {@link RangeSource} computes.
 *
 * @param matchers of the series
 * @param statistic of the samples of a series in a range
 * @param groups of series, of which the source passes on one value each; empty for a value of each series
 * @param windows of which the source computes the statistic instead of the samples. Then the start of a range does not
 *     belong to it.
 */
public record RangeQuery(
        List<Matcher> matchers,
        Ranges ranges,
        RangeStatistic statistic,
        Optional<SeriesGroups> groups,
        Optional<TierWindows> windows) {
    /** A query for a value of each series. */
    public RangeQuery(List<Matcher> matchers, Ranges ranges, RangeStatistic statistic) {
        this(matchers, ranges, statistic, Optional.empty());
    }

    /** A query of samples. */
    public RangeQuery(List<Matcher> matchers, Ranges ranges, RangeStatistic statistic, Optional<SeriesGroups> groups) {
        this(matchers, ranges, statistic, groups, Optional.empty());
    }

    /**
     * Whether the values of groups follow from their samples, of whichever series these are: the sum of sums is the sum of
     * all samples. The number of series and the mean of means do not.
     */
    public boolean groupsSamples() {
        return groups.filter(of -> switch (of.statistic()) {
                    case SUM -> statistic == RangeStatistic.SUM || statistic == RangeStatistic.COUNT;
                    case MIN, MAX -> statistic == of.statistic();
                    case COUNT, MEAN -> false;
                })
                .isPresent();
    }

    /** Whether the values of groups need the value of each series. */
    public boolean groupsSeries() {
        return groups.isPresent() && !groupsSamples();
    }
}
