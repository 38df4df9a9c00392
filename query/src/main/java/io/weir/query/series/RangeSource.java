package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/** A source that also computes statistics of ranges, so that their samples need not travel. */
public interface RangeSource extends SeriesSource {
    /**
     * The statistics of ranges of the series that all matchers match, or of their groups. Series and groups without samples
     * in any range may be left out. A group has the name of the metric besides its labels. In contrast to {@link #select},
     * several samples of a series in one millisecond all count. Sums are rounded by the store.
     *
     * @param allowance of numbers in memory; see {@link #select}
     * @return empty if the source cannot compute them, or not without the samples, or not exactly; the caller then asks for
     *     the series of the groups, or selects the samples
     */
    Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance);

    /** Whether it can have tiers. */
    default boolean hasTiers() {
        return false;
    }

    /**
     * The windows of a tier of the series that all matchers match, which have the labels of raw series; see {@link #select}.
     * Throws {@link EvaluationException} with {@link EvaluationException.Reason#NO_TIER} without the tier.
     *
     * @param statistic the value of a window: not the sum, which tiers do not have by default
     * @return empty if the tier has no such result of the selected fields at any time
     */
    Optional<List<Series>> selectWindows(
            List<Matcher> matchers,
            TierWindows windows,
            RangeStatistic statistic,
            long from,
            long to,
            Allowance allowance);

    @Override
    default RangeSource forQuery() {
        return this;
    }
}
