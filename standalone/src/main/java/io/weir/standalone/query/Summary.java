package io.weir.standalone.query;

import java.util.List;

/**
 * A summary of the samples of a series. Like the functions of Prometheus, minimum and maximum skip
 * NaN, and the mean does not.
 */
final class Summary {
    /** The titles of {@link #cells}. */
    static final List<String> TITLES = List.of("POINTS", "LAST", "MIN", "MEAN", "MAX");

    private long points;
    private long lastMillis;
    private double last = Double.NaN;
    private double min = Double.NaN;
    private double max = Double.NaN;
    private double sum;

    void add(long millis, double value) {
        points++;
        lastMillis = millis;
        last = value;
        sum += value;
        min = !(value >= min) && !Double.isNaN(value) ? value : min;
        max = !(value <= max) && !Double.isNaN(value) ? value : max;
    }

    double last() {
        return last;
    }

    long lastMillis() {
        return lastMillis;
    }

    long points() {
        return points;
    }

    List<String> cells() {
        return List.of(
                Long.toString(points),
                Numbers.rounded(last),
                Numbers.rounded(min),
                Numbers.rounded(sum / points),
                Numbers.rounded(max));
    }
}
