package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function of the values of a field in a window. The values are numbers or, for some functions,
 * whether a {@link Where condition} holds.
 *
 * @param quantile for {@link Kind#QUANTILE}, the share of the values that are no larger, between 0
 *     and 1; else 0
 * @param spelling the name in rules
 */
public record AggregateFunction(Kind kind, double quantile, String spelling) {

    /** The kinds of functions, without the parameter. */
    public enum Kind {
        MEAN,
        MIN,
        MAX,
        SUM,
        /** The number of values. */
        COUNT,
        /** The share of the values for which the condition holds. */
        SHARE,
        /** The number of values for which the condition holds. */
        MATCHES,
        /** The sample standard deviation. */
        STDDEV,
        /** The largest minus the smallest value. */
        SPREAD,
        /** The value with the earliest timestamp. */
        FIRST,
        /** The value with the latest timestamp. */
        LAST,
        /** The increase of a counter per second, from the last value before the window. */
        RATE,
        /** The increase of a counter, from the last value before the window. */
        INCREASE,
        /** The sum of the values, each times the seconds until the next one. */
        INTEGRAL,
        /** The mean of the values, each weighted by the time until the next one. */
        TIME_AVERAGE,
        /** The quantile of the values: exact for few of them, otherwise within 1 %. */
        QUANTILE,
        /** The median distance of the values from their median. */
        MAD,
        /** The number of different values of any type: exact for few, otherwise estimated. */
        DISTINCT
    }

    public static final AggregateFunction MEAN = new AggregateFunction(Kind.MEAN, 0, "mean");
    public static final AggregateFunction MIN = new AggregateFunction(Kind.MIN, 0, "min");
    public static final AggregateFunction MAX = new AggregateFunction(Kind.MAX, 0, "max");
    public static final AggregateFunction SUM = new AggregateFunction(Kind.SUM, 0, "sum");
    public static final AggregateFunction COUNT = new AggregateFunction(Kind.COUNT, 0, "count");
    public static final AggregateFunction SHARE = new AggregateFunction(Kind.SHARE, 0, "share");
    public static final AggregateFunction MATCHES = new AggregateFunction(Kind.MATCHES, 0, "count");
    public static final AggregateFunction STDDEV = new AggregateFunction(Kind.STDDEV, 0, "stddev");
    public static final AggregateFunction SPREAD = new AggregateFunction(Kind.SPREAD, 0, "spread");
    public static final AggregateFunction FIRST = new AggregateFunction(Kind.FIRST, 0, "first");
    public static final AggregateFunction LAST = new AggregateFunction(Kind.LAST, 0, "last");
    public static final AggregateFunction RATE = new AggregateFunction(Kind.RATE, 0, "rate");
    public static final AggregateFunction INCREASE = new AggregateFunction(Kind.INCREASE, 0, "increase");
    public static final AggregateFunction INTEGRAL = new AggregateFunction(Kind.INTEGRAL, 0, "integral");
    public static final AggregateFunction TIME_AVERAGE = new AggregateFunction(Kind.TIME_AVERAGE, 0, "time-average");
    public static final AggregateFunction MEDIAN = new AggregateFunction(Kind.QUANTILE, 0.5, "median");
    public static final AggregateFunction DISTINCT = new AggregateFunction(Kind.DISTINCT, 0, "distinct");
    public static final AggregateFunction MAD = new AggregateFunction(Kind.MAD, 0, "mad");

    private static final List<AggregateFunction> NAMED = List.of(
            MEAN,
            MEDIAN,
            MIN,
            MAX,
            SPREAD,
            STDDEV,
            MAD,
            SUM,
            COUNT,
            DISTINCT,
            SHARE,
            FIRST,
            LAST,
            RATE,
            INCREASE,
            INTEGRAL,
            TIME_AVERAGE);

    /** From p0.001 to p99.999, each with one spelling only. */
    private static final Pattern PERCENTILE = Pattern.compile("p((?:0|[1-9][0-9]?)(?:\\.[0-9]{0,2}[1-9])?)");

    /** @throws Refusal if there is no such function */
    public static AggregateFunction of(String spelling) {
        for (AggregateFunction each : NAMED) {
            if (each.spelling.equals(spelling)) {
                return each;
            }
        }
        Matcher percentile = PERCENTILE.matcher(spelling);
        if (percentile.matches() && !spelling.equals("p0")) {
            double quantile =
                    new BigDecimal(percentile.group(1)).movePointLeft(2).doubleValue();
            return new AggregateFunction(Kind.QUANTILE, quantile, spelling);
        }
        List<String> names = NAMED.stream().map(AggregateFunction::spelling).toList();
        String meant = Nearest.suggestion(spelling, names);
        throw new Refusal(
                "must be one of " + String.join(", ", names) + " or a percentile such as p95 or p99.9, was "
                        + Refusal.quote(spelling),
                meant.startsWith("did") ? meant : "");
    }

    /** Whether the function counts, so that it is zero without values. */
    public boolean isCount() {
        return kind == Kind.COUNT || kind == Kind.MATCHES || kind == Kind.DISTINCT;
    }

    /**
     * Whether the function is about one series: values of several series have no order in time that
     * means anything.
     */
    public boolean isOfOneSeries() {
        return switch (kind) {
            case RATE, INCREASE, INTEGRAL, TIME_AVERAGE -> true;
            case MEAN, MIN, MAX, SUM, COUNT, SHARE, MATCHES, STDDEV, SPREAD, FIRST, LAST, QUANTILE, MAD, DISTINCT ->
                false;
        };
    }

    /** Whether the function needs a condition. */
    public boolean isOfCondition() {
        return kind == Kind.SHARE || kind == Kind.MATCHES;
    }

    /** Whether the result of integers is an integer. */
    public boolean keepsIntegers() {
        return switch (kind) {
            case COUNT, MATCHES, DISTINCT, SUM, MIN, MAX, SPREAD, FIRST, LAST -> true;
            case MEAN, SHARE, STDDEV, RATE, INCREASE, INTEGRAL, TIME_AVERAGE, QUANTILE, MAD -> false;
        };
    }

    /**
     * The key of the result for a field, such as {@code value_mean}. Points and hyphens become
     * underscores ({@code value_p99_9}), because QuestDB forbids them in column names.
     */
    public String resultField(String field) {
        return field + "_" + spelling.replace('.', '_').replace('-', '_');
    }
}
