package io.weir.late;

import io.weir.query.eval.Evaluator;
import io.weir.query.eval.Limits;
import io.weir.query.eval.Resolution;
import io.weir.query.eval.Result;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.SeriesSource;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** Evaluates rounds of rules over stored history. */
public final class Rounds {
    private final Evaluator evaluator;
    private final LongFunction<Resolution> resolutions;

    /** @param resolutions makes that of a round, of its time in milliseconds since 1970 */
    public Rounds(SeriesSource history, LongFunction<Resolution> resolutions, Limits limits) {
        evaluator = new Evaluator(history, limits);
        this.resolutions = resolutions;
    }

    /**
     * The round of a rule at a time. Throws {@link EvaluationException} if there is no answer, for example because the
     * store is away or lacks a tier: then nothing is known about the time, and no series has ended.
     *
     * @param before the last round that was evaluated; rounds between the two were skipped
     */
    public Round evaluate(LateRule rule, Round before, long time) {
        // By the time of the round, so that a repeated one reads the same tiers.
        Resolution resolution = resolutions.apply(time);
        if (!(evaluator.instant(rule.query(), time - rule.delay(), resolution) instanceof Result.Vector result)) {
            throw new IllegalStateException("a late rule is a vector: " + rule.name());
        }
        resolution.missing().ifPresent(reason -> {
            // Raw is gone, so a result that is missing does not mean that a series is normal.
            throw new EvaluationException("the late rule " + rule.name() + " has no answer: " + reason);
        });
        SortedMap<Labels, Long> active = new TreeMap<>();
        SortedMap<Labels, Double> values = new TreeMap<>();
        for (Sample sample : result.samples()) {
            Labels series = sample.labels().withoutName();
            requireSpellable(rule, series);
            if (values.put(series, sample.value()) != null) {
                throw new EvaluationException("the late rule " + rule.name() + " has two results with the labels "
                        + series + ", which differ in the name of the metric only; aggregate them, such as by max");
            }
            active.put(series, before.active().getOrDefault(series, time));
        }
        SortedSet<Labels> ended = new TreeSet<>(before.active().keySet());
        ended.removeAll(active.keySet());
        return new Round(time, active, values, ended);
    }

    /** A function such as label_replace makes labels that no line can have. */
    private static void requireSpellable(LateRule rule, Labels series) {
        try {
            RoundLines.series(rule.name(), series);
        } catch (IllegalArgumentException e) {
            throw new EvaluationException("the late rule " + rule.name() + " has a result with the labels " + series
                    + ", which cannot be tags: " + e.getMessage());
        }
    }
}
