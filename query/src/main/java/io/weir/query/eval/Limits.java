package io.weir.query.eval;

import java.time.Duration;

/**
 * Bounds and defaults of an evaluation.
 *
 * @param lookback milliseconds for which a sample is the current value of its series
 * @param subqueryStep milliseconds between the evaluations of a subquery without a step
 * @param mostSamples in memory at the same time: those of all selectors and subqueries, and the result
 * @param mostSteps of a query over a range
 * @param timeout after which the evaluation ends with an error
 */
public record Limits(long lookback, long subqueryStep, long mostSamples, long mostSteps, Duration timeout) {
    /** The limits of Prometheus. */
    public static final Limits DEFAULT = new Limits(300_000, 60_000, 50_000_000, 11_000, Duration.ofMinutes(2));

    /** The same limits with another timeout. */
    public Limits within(Duration time) {
        return within(mostSamples, time);
    }

    /** The same limits with another number of samples, and another timeout. */
    public Limits within(long samples, Duration time) {
        return new Limits(lookback, subqueryStep, samples, mostSteps, time);
    }
}
