package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/** A source that also computes statistics of ranges, so that their samples need not travel. */
public interface RangeSource extends SeriesSource {
    /**
     * The statistics of ranges of the series that all matchers match, or of their groups. Series and groups without
     * samples in any range may be left out. A group has the name of the metric besides its labels. In contrast to
     * {@link #select}, several samples of a series in one millisecond all count. Sums are rounded by the store.
     *
     * @param allowance of numbers in memory; see {@link #select}
     * @return empty if the source cannot compute the statistics exactly and without the samples. The caller then asks
     *     for the series of the groups, or selects the samples or windows.
     */
    Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance);

    /** Whether the source can have tiers. */
    default boolean hasTiers() {
        return false;
    }

    /**
     * The windows of a tier, as series with the labels of raw; see {@link #select}.
     * Throws {@link EvaluationException} with {@link EvaluationException.Reason#NO_TIER} if the source does not have
     * the tier.
     *
     * @return empty if the tier has no such result of the selected fields at any time
     */
    Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance);

    @Override
    default RangeSource forQuery() {
        return this;
    }
}
