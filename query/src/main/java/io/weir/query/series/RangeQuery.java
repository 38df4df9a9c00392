package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/**
 * A query that a {@link RangeSource} computes.
 *
 * @param matchers of the series
 * @param statistic of the samples of a series in a range
 * @param groups the groups of series, with one value for each group; empty for a value of each series
 * @param windows the windows of a tier that the source reads instead of samples; empty for samples. The start of a
 *     range of windows does not belong to the range.
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
     * Whether the value of a group follows from its samples, without the values of its series. For example, the sum of
     * sums is the sum of all samples. The number of series and the mean of means do not follow from samples alone.
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
