package io.weir.query.series;

/** A statistic of one series, or of a group of series, in each of several ranges. */
public interface SeriesRanges {
    Labels labels();

    /** Its size in memory, in samples. */
    int size();

    /** The statistic of a range, counted from 0; NaN without a sample there. */
    double of(int range);
}
