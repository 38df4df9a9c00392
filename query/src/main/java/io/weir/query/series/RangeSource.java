package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/** A source that also computes statistics of ranges, so that their samples need not travel. */
public interface RangeSource extends SeriesSource {
    /**
     * The statistics of ranges of the series that all matchers match; series without samples in any range may be left
     * out. In contrast to {@link #select}, several samples of a series in one millisecond all count. Sums are rounded by the
     * store.
     *
     * @param allowance of numbers in memory; see {@link #select}
     * @return empty if the source cannot compute them, or not without the samples; the caller then selects these
     */
    Optional<List<SeriesRanges>> selectRanges(
            List<Matcher> matchers, Ranges ranges, RangeStatistic statistic, Allowance allowance);
}
