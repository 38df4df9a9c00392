package io.weir.query.series;

import java.util.List;

/** A source that lists its series, too. Thread-safe. */
public interface SeriesStore extends SeriesSource {
    /**
     * The labels of the series that all matchers match and that have samples between the times, both included.
     *
     * @param allowance counts each series as a sample
     */
    List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance);
}
