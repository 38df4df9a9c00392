package io.weir.query.series;

/** A statistic of the samples of one series in each of several ranges. */
public interface SeriesRanges {
    Labels labels();

    /** Its size in memory, in samples. */
    int size();

    /** The statistic of a range, counted from 0; NaN if the series has no sample there. */
    double of(int range);
}
