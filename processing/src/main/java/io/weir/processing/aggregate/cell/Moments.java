package io.weir.processing.aggregate.cell;

/**
 * The spread of values around their mean in three cells: the first value, the mean's distance from
 * it, and the sum of squared distances from the mean. Welford's method of adding and Chan's method
 * of merging, applied to distances from the first value, lose no digits to an offset: a difference
 * of close numbers is exact.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Algorithms_for_calculating_variance">Algorithms for
 *     calculating variance</a>
 */
final class Moments {

    static final int SIZE = 3;
    private static final int ORIGIN = 0;
    private static final int MEAN = 1;
    private static final int SQUARES = 2;

    private Moments() {}

    /** @param count the number of values, including this one */
    static void add(long[] cells, int at, long bits, boolean isInteger, long count) {
        if (count == 1) {
            cells[at + ORIGIN] = bits;
        }
        double mean = DoubleCell.get(cells, at + MEAN);
        double distance = Bits.minus(bits, cells[at + ORIGIN], isInteger);
        double before = distance - mean;
        mean += before / count;
        DoubleCell.put(cells, at + MEAN, mean);
        DoubleCell.put(cells, at + SQUARES, DoubleCell.get(cells, at + SQUARES) + before * (distance - mean));
    }

    /** @param count the number of values so far, above zero; likewise {@code fromCount} */
    static void merge(long[] cells, int at, long count, long[] from, int fromAt, long fromCount, boolean isInteger) {
        double mean = DoubleCell.get(cells, at + MEAN);
        double origins = Bits.minus(from[fromAt + ORIGIN], cells[at + ORIGIN], isInteger);
        double distance = origins + (DoubleCell.get(from, fromAt + MEAN) - mean);
        double part = (double) fromCount / (count + fromCount);
        double squares = DoubleCell.get(cells, at + SQUARES)
                + DoubleCell.get(from, fromAt + SQUARES)
                + distance * distance * count * part;
        DoubleCell.put(cells, at + MEAN, mean + distance * part);
        DoubleCell.put(cells, at + SQUARES, squares);
    }

    /** Turns the moments of integers into those of the same floats. */
    static void toFloat(long[] cells, int at) {
        long origin = cells[at + ORIGIN];
        cells[at + ORIGIN] = Bits.toFloat(origin);
        DoubleCell.put(cells, at + MEAN, DoubleCell.get(cells, at + MEAN) + Bits.roundingError(origin));
    }

    /** The sample standard deviation; NaN for a single value. */
    static double deviation(long[] cells, int at, long count) {
        return Math.sqrt(DoubleCell.get(cells, at + SQUARES) / (count - 1));
    }
}
