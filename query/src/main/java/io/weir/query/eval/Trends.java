package io.weir.query.eval;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.ExactSum;

/**
 * A line of least squares through the samples of a range.
 *
 * @param slope per second
 * @param intercept the value at the time that the line was computed for
 */
record Trends(double slope, double intercept) {
    double after(double seconds) {
        return slope * seconds + intercept;
    }

    /** The range has two samples or more; {@code origin} is the time of the intercept in milliseconds. */
    static Trends of(Window window, long origin) {
        ExactSum x = new ExactSum();
        ExactSum y = new ExactSum();
        ExactSum xy = new ExactSum();
        ExactSum xx = new ExactSum();
        boolean constant = true;
        for (int i = 0; i < window.size(); i++) {
            double seconds = (window.stamp(i) - origin) / 1e3;
            double value = window.value(i);
            constant &= value == window.value(0) || i == 0;
            x.add(seconds);
            y.add(value);
            xy.add(seconds * value);
            xx.add(seconds * seconds);
        }
        if (constant) {
            double value = window.value(0);
            return Double.isInfinite(value) ? new Trends(Double.NaN, Double.NaN) : new Trends(0, value);
        }
        int count = window.size();
        double covariance = xy.value() - x.value() * y.value() / count;
        double variance = xx.value() - x.value() * x.value() / count;
        double slope = covariance / variance;
        return new Trends(slope, y.value() / count - slope * x.value() / count);
    }

    /** The smoothed value at the end of the range, by double exponential smoothing. */
    static double holtWinters(double[] values, double smoothing, double trend) {
        checkFactor("smoothing", smoothing);
        checkFactor("trend", trend);
        double earlier = 0;
        double smoothed = values[0];
        double slope = values[1] - values[0];
        for (int i = 1; i < values.length; i++) {
            if (i > 1) {
                slope = trend * (smoothed - earlier) + (1 - trend) * slope;
            }
            earlier = smoothed;
            smoothed = smoothing * values[i] + (1 - smoothing) * (smoothed + slope);
        }
        return smoothed;
    }

    private static void checkFactor(String name, double factor) {
        if (!(factor > 0 && factor < 1)) {
            throw new EvaluationException(
                    "the " + name + " factor of holt_winters is " + factor + "; it is between 0 and 1");
        }
    }
}
