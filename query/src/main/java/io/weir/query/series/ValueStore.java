package io.weir.query.series;

import java.time.Duration;
import java.util.List;

/** A store that streams its raw values of any type, in memory of one row. Thread-safe. */
public interface ValueStore {
    /**
     * Passes on the values of the series that all matchers match, between the times, both included. The values of a series
     * are in the order of their times, each field for itself.
     *
     * @param from milliseconds since 1970
     * @param to the whole last millisecond
     * @param time after which the store gives up and throws an {@link EvaluationException}
     */
    void read(List<Matcher> matchers, long from, long to, Duration time, ValueSink sink);
}
