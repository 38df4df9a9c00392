package io.weir.query.api;

import io.weir.query.series.EvaluationException;
import java.time.Duration;

/**
 * Bounds of an answer with raw values.
 *
 * @param values most of an answer
 * @param bytes most of an answer
 * @param timeout of a request, with its wait for a place
 */
public record ValueLimits(long values, long bytes, Duration timeout) {
    private static final long MOST_VALUES = 10_000_000;
    private static final long MOST_BYTES = 2L << 30;

    /** The usual limits with a timeout. */
    public static ValueLimits within(Duration timeout) {
        return new ValueLimits(MOST_VALUES, MOST_BYTES, timeout);
    }

    static EvaluationException exceeded(String most) {
        return new EvaluationException(
                "the answer has more than " + most + "; select fewer series, or a shorter range at a time");
    }
}
