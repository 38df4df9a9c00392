package io.weir.query.eval;

import io.weir.query.series.ExactSum;
import java.util.Arrays;

/**
 * Statistics of at least one value. The functions named exact compensate rounding errors, as Prometheus does over time.
 * The others do not, as Prometheus does over series.
 */
final class Statistics {
    private Statistics() {}

    static double sum(double[] values) {
        double sum = values[0];
        for (int i = 1; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    static double exactSum(double[] values) {
        ExactSum sum = new ExactSum();
        for (double each : values) {
            sum.add(each);
        }
        return sum.total();
    }

    static double mean(double[] values) {
        double mean = values[0];
        for (int i = 1; i < values.length; i++) {
            if (!staysInfinite(mean, values[i])) {
                mean += values[i] / (i + 1) - mean / (i + 1);
            }
        }
        return mean;
    }

    static double exactMean(double[] values) {
        ExactSum mean = new ExactSum();
        for (int i = 0; i < values.length; i++) {
            if (!staysInfinite(mean.rounded(), values[i])) {
                mean.add(values[i] / (i + 1) - mean.rounded() / (i + 1));
            }
        }
        return mean.total();
    }

    /** Whether the mean remains infinite, though the difference of infinities is not a number. */
    private static boolean staysInfinite(double mean, double value) {
        return Double.isInfinite(mean) && (Double.isInfinite(value) ? mean == value : !Double.isNaN(value));
    }

    /** NaN only if all values are NaN. */
    static double min(double[] values) {
        double min = values[0];
        for (double each : values) {
            if (each < min || Double.isNaN(min)) {
                min = each;
            }
        }
        return min;
    }

    /** NaN only if all values are NaN. */
    static double max(double[] values) {
        double max = values[0];
        for (double each : values) {
            if (each > max || Double.isNaN(max)) {
                max = each;
            }
        }
        return max;
    }

    static double variance(double[] values) {
        double mean = values[0];
        double squares = 0;
        for (int i = 1; i < values.length; i++) {
            double delta = values[i] - mean;
            mean += delta / (i + 1);
            squares += delta * (values[i] - mean);
        }
        return squares / values.length;
    }

    static double exactVariance(double[] values) {
        ExactSum mean = new ExactSum();
        ExactSum squares = new ExactSum();
        for (int i = 0; i < values.length; i++) {
            double delta = values[i] - mean.value();
            mean.add(delta / (i + 1));
            squares.add(delta * (values[i] - mean.value()));
        }
        return squares.value() / values.length;
    }

    /** Interpolates between the two nearest values. NaN is less than all numbers. */
    static double quantile(double quantile, double[] values) {
        if (Double.isNaN(quantile)) {
            return Double.NaN;
        }
        if (quantile < 0 || quantile > 1) {
            return quantile < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double[] sorted = nanFirst(values);
        double rank = quantile * (sorted.length - 1);
        int lower = (int) Math.floor(rank);
        int upper = Math.min(sorted.length - 1, lower + 1);
        double weight = rank - lower;
        return sorted[lower] * (1 - weight) + sorted[upper] * weight;
    }

    private static double[] nanFirst(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int numbers = sorted.length;
        while (numbers > 0 && Double.isNaN(sorted[numbers - 1])) {
            numbers--;
        }
        double[] rotated = new double[sorted.length];
        Arrays.fill(rotated, Double.NaN);
        System.arraycopy(sorted, 0, rotated, sorted.length - numbers, numbers);
        return rotated;
    }
}
