package io.weir.contract.rule;

import java.util.Locale;

/** What is computed from the values of a numeric field in a window. */
public enum AggregateFunction {
    MEAN,
    MIN,
    MAX,
    SUM,
    /** How many values. */
    COUNT,
    /** The value with the earliest stamp. */
    FIRST,
    /** The value with the latest stamp. */
    LAST;

    /** As rules spell it, and as it ends the output's field: {@code value_mean}. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
