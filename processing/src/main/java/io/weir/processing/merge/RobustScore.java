package io.weir.processing.merge;

import java.util.Arrays;

/**
 * Computes how far each value is from the others, in standard deviations of the majority: the
 * robust z-score, {@code 0.6745 · (x − median) / MAD}, where MAD is the median of the distances
 * from the median. A few outliers move neither.
 *
 * <p>If more than half of the values are equal, MAD is 0. Then the mean distance replaces it:
 * {@code (x − median) / (1.2533 · mean distance)}. If all values are equal, every score is 0.
 *
 * @see <a href="https://www.itl.nist.gov/div898/handbook/eda/section3/eda35h.htm">Iglewicz and
 *     Hoaglin's modified Z-score</a>
 */
final class RobustScore {

    /** The third quartile of the standard normal distribution: its MAD. */
    private static final double NORMAL_MAD = 0.6745;

    /**
     * The square root of π/2: the ratio of standard deviation to mean distance in a normal
     * distribution.
     */
    private static final double DEVIATION_PER_MEAN_DISTANCE = 1.253314;

    private RobustScore() {}

    /** Returns the score of each value. */
    static double[] of(double[] values) {
        double median = median(values);
        double[] distances =
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray();
        double deviation = median(distances) / NORMAL_MAD;
        if (deviation == 0) {
            deviation = DEVIATION_PER_MEAN_DISTANCE
                    * Arrays.stream(distances).average().orElse(0);
        }
        double unit = deviation;
        return Arrays.stream(values)
                .map(value -> unit == 0 ? 0 : (value - median) / unit)
                .toArray();
    }

    /** The median of an even number of values is the mean of the two in the middle. */
    private static double median(double[] values) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
