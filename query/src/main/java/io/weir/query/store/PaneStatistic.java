package io.weir.query.store;

import io.weir.query.series.RangeStatistic;
import java.util.List;

/** A statistic that a store computes of the samples of a pane. */
public enum PaneStatistic {
    COUNT,
    SUM,
    MIN,
    MAX;

    /** Of the greatest sum that samples could have. The expression of SQL has the same number. */
    private static final double LEAST_PART = 1e-6;

    /**
     * The statistics from which that of ranges follows; the number of samples is the first. With a sum, the least and the
     * greatest sample show whether parts of it are too large for a number, or cancel.
     */
    public static List<PaneStatistic> of(RangeStatistic ofRange) {
        return switch (ofRange) {
            case COUNT -> List.of(COUNT);
            case SUM, MEAN -> List.of(COUNT, SUM, MIN, MAX);
            case MIN -> List.of(COUNT, MIN);
            case MAX -> List.of(COUNT, MAX);
        };
    }

    /**
     * Whether samples of both signs cancel each other, so that the rounding of their sum may be larger than an error that
     * anyone expects of it.
     */
    static boolean cancel(double count, double sum, double min, double max) {
        return min < 0 && max > 0 && Math.abs(sum) < LEAST_PART * count * Math.max(-min, max);
    }

    /** The same as an expression of SQL. */
    public static String cancel(String count, String sum, String min, String max) {
        return "(" + min + " < 0 AND " + max + " > 0 AND abs(" + sum + ") < 0.000001 * " + count + " * greatest(-("
                + min + "), " + max + "))";
    }
}
