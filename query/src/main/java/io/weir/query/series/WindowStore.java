package io.weir.query.series;

import java.time.Duration;

/** A store that computes windows and last values itself. Thread-safe. */
public interface WindowStore {
    /**
     * Passes on windows: a row at the start of each window that has values, with the mean of each field of numbers, and the
     * last text of each field of texts. Of flags it is their mean, as 0 and 1, or the last flag, as far as a store computes
     * it; a store in which no flag is empty leaves flags out. The windows of a series are in the order of their times, each
     * field for itself.
     *
     * <p>Of a tier, it is the mean of the field's means, each weighted by its number of values. Means without a number count
     * only if the window has none with it; then they weigh the same. The fields have the names of raw. Throws {@link
     * EvaluationException} with {@link EvaluationException.Reason#NO_TIER} if the store does not have the tier.
     *
     * @param step length of a window in milliseconds; each begins at a multiple of it since 1970
     * @param time after which the store gives up and throws an {@link EvaluationException}
     * @return whether all windows were passed on
     */
    boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink);

    /**
     * Passes on the last number or flag of each field of each series.
     *
     * @param time after which the store gives up and throws an {@link EvaluationException}
     */
    void readLast(WindowQuery query, Duration time, LastSink sink);

    /** Whether a store finds last values without reading all values before them. */
    boolean findsLastFast();
}
