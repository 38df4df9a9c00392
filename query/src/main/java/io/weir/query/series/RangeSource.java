package io.weir.query.series;

import java.util.List;
import java.util.Optional;

/** A source that also computes statistics of ranges, so that their samples need not travel. */
public interface RangeSource extends SeriesSource {
    /**
     * The series that all matchers match, each with the statistic of every range that has samples: its stamp is the end of
     * the range. In contrast to {@link #select}, several samples of a series in one millisecond all count. Sums of floats
     * are rounded by the store.
     *
     * @param allowance counts each result as a sample; see {@link #select}
     * @return empty if the source cannot compute them, or not without the samples; the caller then selects these
     */
    Optional<List<Series>> selectRanges(
            List<Matcher> matchers, Ranges ranges, RangeStatistic statistic, Allowance allowance);
}
