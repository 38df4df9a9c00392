package io.weir.query.eval;

import io.weir.query.series.Series;
import java.util.Arrays;

/**
 * The samples of a series in a range.
 *
 * @param from the index of the first sample
 * @param to the index after the last sample
 * @param start milliseconds at which the range begins
 * @param end milliseconds at which the range ends
 * @param evaluation milliseconds of the step
 */
record Window(Series series, int from, int to, long start, long end, long evaluation) {
    int size() {
        return to - from;
    }

    double value(int index) {
        return series.values()[from + index];
    }

    long stamp(int index) {
        return series.stamps()[from + index];
    }

    double[] values() {
        return Arrays.copyOfRange(series.values(), from, to);
    }

    Series copy() {
        return new Series(series.labels(), Arrays.copyOfRange(series.stamps(), from, to), values());
    }
}
