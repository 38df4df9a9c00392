package io.weir.processing.aggregate.cell;

/** The median distance of values from one of them. */
final class MedianDistance {

    private MedianDistance() {}

    /**
     * The distance with the rank ⌊(n − 1) / 2⌋ of n, counted from 0. Takes the closest values on both
     * sides until it has as many.
     *
     * @param from the point from which distances are measured
     * @param values in ascending order
     * @param counts how often each value counts; n is their sum, at least 1
     * @param size the number of values
     */
    static double of(double from, double[] values, double[] counts, int size) {
        int above = 0;
        double n = 0;
        for (int i = 0; i < size; i++) {
            n += counts[i];
            above += values[i] < from ? 1 : 0;
        }
        int below = above - 1;
        double left = Math.floor((n - 1) / 2) + 1;
        double distance = 0;
        while (left > 0) {
            boolean isBelow = above == size || (below >= 0 && from - values[below] < values[above] - from);
            distance = isBelow ? from - values[below] : values[above] - from;
            left -= isBelow ? counts[below--] : counts[above++];
        }
        return distance;
    }
}
