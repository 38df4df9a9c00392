package io.weir.query.series;

import java.time.Duration;

/**
 * The samples and the time that a source may use for an answer.
 *
 * @param samples most samples, of all series together; each series counts as {@link #SAMPLES_OF_SERIES} more
 * @param mostSamples of the whole query, of which {@code samples} are left
 * @param time after which the source gives up
 */
public record Allowance(long samples, long mostSamples, Duration time) {
    /** The labels and the other objects of a series take the memory of so many samples. */
    public static final int SAMPLES_OF_SERIES = 32;

    /** Throws {@link EvaluationException} if the samples are more than the allowed. */
    public void check(long used) {
        if (used > samples) {
            throw new EvaluationException("the query needs more than " + mostSamples
                    + " samples in memory; select fewer series, or a shorter range");
        }
    }

    /** Throws {@link EvaluationException} if there are more names or values than samples are allowed. */
    public void checkTexts(long texts) {
        if (texts > samples) {
            throw new EvaluationException(
                    "the list has more than " + samples + " entries; add a matcher, or choose a shorter range");
        }
    }

    /** Throws {@link EvaluationException} if more series match than samples are allowed. */
    public void checkSeries(long series) {
        if (series > samples) {
            throw new EvaluationException(
                    "more than " + samples + " series match; add a matcher, or choose a shorter range");
        }
    }
}
