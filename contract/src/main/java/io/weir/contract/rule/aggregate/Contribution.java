package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a series contributes to the windows of its group.
 *
 * @param of the value of a series in a window; empty: each function has its own
 * @param hold how long a silent series contributes its last value: from its last timestamp to the
 *     start of a window
 * @param otherwise the result for a window without values; NaN: none
 * @param isStated whether the rule has one of these keys
 */
public record Contribution(Optional<SeriesValue> of, Duration hold, double otherwise, boolean isStated) {

    /** The most windows that a silent series may contribute to. */
    public static final long MOST_HELD = 360;

    public Contribution {
        if (hold.isNegative()) {
            throw new Refusal("hold", "must be zero or more, was " + Durations.format(hold), "");
        }
    }

    /**
     * Reads the keys {@code of}, {@code hold} and {@code otherwise} of a rule.
     *
     * @param functions over the series; {@code hold} must matter for one of them
     */
    static Contribution read(YamlSection section, Duration window, List<AggregateFunction> functions) {
        return read(section, window, functions, Optional.empty(), true);
    }

    /**
     * Likewise.
     *
     * @param usual the value of a series if the rule has no {@code of}; empty: each function has its
     *     own
     * @param areOfValues whether the functions are of values, not of the observations of a histogram
     */
    static Contribution read(
            YamlSection section,
            Duration window,
            List<AggregateFunction> functions,
            Optional<SeriesValue> usual,
            boolean areOfValues) {
        Optional<SeriesValue> stated = section.value(
                        "of",
                        SeriesValue.MEAN,
                        SeriesValue::of,
                        "value of each series in a window; default: by function")
                .optional();
        Optional<Duration> hold = section.duration(
                        "hold", Duration.ZERO, "time that a silent series keeps its value; default: one window")
                .optional();
        double otherwise =
                section.number("otherwise", "result of a window without data").or(Double.NaN);
        boolean isStated = stated.isPresent() || hold.isPresent() || section.has("otherwise");
        Optional<SeriesValue> of = stated.or(() -> usual);
        if (areOfValues) {
            functions.forEach(function -> requireState(function, stated));
        }
        if (functions.contains(AggregateFunction.DISTINCT)) {
            stated.ifPresent(Contribution::requireValues);
        }
        Contribution contribution = new Contribution(of, hold.orElse(window), otherwise, isStated);
        boolean holds = functions.stream()
                .anyMatch(function -> contribution.of(function).isHeld());
        if (hold.filter(each -> !each.isZero()).isPresent() && !functions.isEmpty() && !holds) {
            throw new Refusal(
                    "hold",
                    "has no effect: values with of: "
                            + contribution.of(functions.get(0)).spelling() + " are never held",
                    "remove it, or use another of");
        }
        long windows = hold.map(each -> each.toMillis() / window.toMillis()).orElse(0L);
        if (windows > MOST_HELD) {
            throw new Refusal(
                    "hold", "keeps values for " + windows + " windows; at most " + MOST_HELD, "lengthen the window");
        }
        return contribution;
    }

    /** A condition that holds or not is neither added up nor counted before the functions do so. */
    private static void requireState(AggregateFunction function, Optional<SeriesValue> of) {
        if (!function.isOfCondition() || of.isEmpty()) {
            return;
        }
        switch (of.get()) {
            case SUM, COUNT, RATE, INCREASE, INTEGRAL ->
                throw new Refusal(
                        "of",
                        "must be last, first, min, max, mean, time-average or samples with share or where, was "
                                + of.get().spelling(),
                        "");
            case MEAN, TIME_AVERAGE -> {
                if (function.isCount()) {
                    throw new Refusal(
                            "of",
                            "must not be " + of.get().spelling()
                                    + " with count: the condition may hold for a part of a series' values",
                            "such as last, or max for series with at least one such value");
                }
            }
            case LAST, FIRST, MIN, MAX, SAMPLES -> {}
        }
    }

    /** Values of any type have no order and no sum. */
    private static void requireValues(SeriesValue of) {
        if (of != SeriesValue.SAMPLES && of != SeriesValue.LAST && of != SeriesValue.FIRST) {
            throw new Refusal("of", "must be samples, last or first with distinct, was " + of.spelling(), "");
        }
    }

    /** Each window for itself: a silent series contributes nothing. */
    static Contribution withoutHold(AggregateFunction of) {
        return new Contribution(Optional.of(SeriesValue.of(of.spelling())), Duration.ZERO, Double.NaN, true);
    }

    /** Identifies everything that affects the results of these functions, as a stable text. */
    String identity(List<AggregateFunction> functions) {
        StringBuilder text =
                new StringBuilder("hold ").append(hold).append(" otherwise ").append(otherwise);
        for (AggregateFunction function : functions) {
            text.append(' ')
                    .append(function.spelling())
                    .append(" of ")
                    .append(of(function).spelling());
        }
        return text.toString();
    }

    /** The value of each series that a function uses. */
    public SeriesValue of(AggregateFunction function) {
        return of.orElseGet(() -> SeriesValue.usedBy(function));
    }
}
