package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The value that a series contributes to a window of its group. */
public enum SeriesValue {
    MEAN,
    LAST,
    FIRST,
    MIN,
    MAX,
    SUM,
    COUNT,
    RATE,
    INCREASE,
    INTEGRAL,
    TIME_AVERAGE,
    /** All values of the series, each for itself: for events, which have no current value. */
    SAMPLES;

    /** @throws Refusal if there is no such value */
    public static SeriesValue of(String spelling) {
        for (SeriesValue each : values()) {
            if (each.spelling().equals(spelling)) {
                return each;
            }
        }
        List<String> names = Arrays.stream(values()).map(SeriesValue::spelling).toList();
        String meant = Nearest.suggestion(spelling, names);
        throw new Refusal(
                "must be one of " + String.join(", ", names) + ", was " + Refusal.quote(spelling),
                meant.startsWith("did") ? meant : "");
    }

    /**
     * The value that a function uses unless the rule says otherwise. Extremes and ends are those of all
     * values. The spread of values, their percentiles and the number of different ones need all of them. A
     * condition is a state, which lasts until the next value. Any other function gives each series the
     * same weight, however often it reports.
     */
    public static SeriesValue usedBy(AggregateFunction function) {
        return switch (function.kind()) {
            case MIN -> MIN;
            case MAX -> MAX;
            case FIRST -> FIRST;
            case LAST, SHARE, MATCHES -> LAST;
            case QUANTILE, MAD, STDDEV, DISTINCT -> SAMPLES;
            case MEAN, SUM, COUNT, SPREAD, RATE, INCREASE, INTEGRAL, TIME_AVERAGE -> MEAN;
        };
    }

    /** The name in rules. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The function of a series' values in the window; empty for {@link #SAMPLES}. */
    public Optional<AggregateFunction> function() {
        return this == SAMPLES ? Optional.empty() : Optional.of(AggregateFunction.of(spelling()));
    }

    /**
     * Whether a silent series keeps its last value for a while. What is counted or added up within
     * a window ends with it.
     */
    public boolean isHeld() {
        return switch (this) {
            case MEAN, LAST, FIRST, MIN, MAX, TIME_AVERAGE -> true;
            case SUM, COUNT, RATE, INCREASE, INTEGRAL, SAMPLES -> false;
        };
    }
}
