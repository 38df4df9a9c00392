package io.weir.dashboard.live;

import java.util.Arrays;

/**
 * What is usual for the fields of a series: mean and spread of the values of each, of which the last thirty or so count. Bounded by the number
 * of fields; not thread-safe.
 */
final class Usual {
    /** What a change is at most, where nothing had changed before. */
    static final double MOST = 999;

    /** The weight of a value is one of so many, or one of all while there are fewer. */
    private static final int OVER = 32;

    private static final int LEAST = 8;

    /** Of the mean: who hardly ever moves has not moved much by a little. */
    private static final double LEAST_SPREAD = 0.01;

    private double[] means = new double[1];
    private double[] variances = new double[1];
    private byte[] counts = new byte[1];

    /** A field has a value. */
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

    /** The mean before the last value, which is this one. */
    double mean(int field, double last) {
        double weight = 1.0 / counts[field];
        return (means[field] - weight * last) / (1 - weight);
    }

    /** How far the last value, which is this one, is from the mean before it, in spreads; 0 while nothing is usual yet. */
    double change(int field, double last) {
        if (field >= counts.length || counts[field] < LEAST) {
            return 0;
        }
        double weight = 1.0 / counts[field];
        double mean = mean(field, last);
        double change = Math.abs(last - mean);
        // What take did, backwards; rounding may leave less than nothing.
        double variance = Math.max(0, variances[field] / (1 - weight) - weight * change * change);
        double spread = Math.max(Math.sqrt(variance), LEAST_SPREAD * Math.abs(mean));
        return change == 0 ? 0 : Math.min(MOST, change / spread);
    }
}
