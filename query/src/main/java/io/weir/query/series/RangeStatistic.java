package io.weir.query.series;

/** A statistic of the samples of a series in a range, or of the values of a group of series. */
public enum RangeStatistic {
    COUNT,
    SUM,
    MEAN,
    MIN,
    MAX
}
