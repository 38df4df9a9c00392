package io.weir.query.series;

import java.time.Duration;
import java.util.List;

/** A store that computes windows and last values itself. Thread-safe. */
public interface WindowStore {
    /**
     * Passes on the windows of the series that all matchers match: a row at the start of each window that has values, with
     * the mean of each field of numbers, and the last text of each field of texts. A flag counts as 0 or 1; a store
     * in which no flag is empty leaves flags out. Arrays are left out. The windows of a series are in the order of their
     * times.
     *
     * @param time after which the store gives up and throws an {@link EvaluationException}
     * @return whether all windows were passed on
     */
    boolean readWindows(List<Matcher> matchers, Windows windows, Duration time, ValueSink sink);

    /**
     * Passes on the last number or flag between the times, both included, of each field of the series that all matchers
     * match.
     *
     * @param from milliseconds since 1970; not before 1970
     * @param time after which the store gives up and throws an {@link EvaluationException}
     */
    void readLast(List<Matcher> matchers, long from, long to, Duration time, LastSink sink);
}
