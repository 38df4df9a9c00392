package io.weir.query.series;

import java.util.List;

/** Where samples come from: a store, or memory. */
public interface SeriesSource {
    /**
     * The series that all matchers match, each with its samples between the times, both included. The name of the
     * metric is the label {@link Matcher#METRIC_NAME}. Labels are unique. Series without samples may be left out.
     *
     * @param allowance a source that finds more samples or needs more time stops reading, and throws an
     *     {@link EvaluationException}
     */
    List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance);

    /**
     * The same source for one query, which may ask several times for the same series. It may remember what it found to
     * answer. For one thread.
     */
    default SeriesSource forQuery() {
        return this;
    }
}
