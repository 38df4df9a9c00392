package io.weir.dashboard.live;

import java.util.Arrays;

/**
 * The baseline of each field of a series: mean and standard deviation of about its last thirty
 * values. Bounded by the number of fields; not thread-safe.
 */
final class Baseline {
    /** Upper bound of a deviation, for fields that were constant before. */
    static final double MOST_DEVIATION = 999;

    /** The weight of a value is 1 / {@value}, or 1 / n for the first n values. */
    private static final int OVER = 32;

    /** With fewer values, a field has no baseline. */
    private static final int LEAST = 8;

    /**
     * Smallest standard deviation, as a share of the mean: a small change of a nearly constant
     * value must not count as large.
     */
    private static final double LEAST_SPREAD = 0.01;

    private double[] means = new double[1];
    private double[] variances = new double[1];
    private byte[] counts = new byte[1];

    /** Adds a value of a field. */
    void take(int field, double value) {
        if (field >= means.length) {
            int length = Math.max(field + 1, means.length * 2);
            means = Arrays.copyOf(means, length);
            variances = Arrays.copyOf(variances, length);
            counts = Arrays.copyOf(counts, length);
        }
        counts[field] = (byte) Math.min(OVER, counts[field] + 1);
        double weight = 1.0 / counts[field];
        double change = value - means[field];
        means[field] += weight * change;
        variances[field] = (1 - weight) * (variances[field] + weight * change * change);
    }

    /** The mean before the last value, which is {@code last}. */
    double mean(int field, double last) {
        double weight = 1.0 / counts[field];
        return (means[field] - weight * last) / (1 - weight);
    }

    /**
     * Distance of the last value from the mean before it, in standard deviations; 0 for fields with
     * too few values.
     */
    double deviation(int field, double last) {
        if (field >= counts.length || counts[field] < LEAST) {
            return 0;
        }
        double weight = 1.0 / counts[field];
        double mean = mean(field, last);
        double distance = Math.abs(last - mean);
        // The reverse of take(); rounding may give a negative result.
        double variance = Math.max(0, variances[field] / (1 - weight) - weight * distance * distance);
        double spread = Math.max(Math.sqrt(variance), LEAST_SPREAD * Math.abs(mean));
        return distance == 0 ? 0 : Math.min(MOST_DEVIATION, distance / spread);
    }
}
