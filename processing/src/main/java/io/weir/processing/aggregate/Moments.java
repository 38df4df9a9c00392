package io.weir.processing.aggregate;

/**
 * The spread of values around their mean in two cells: the mean, and the sum of squared distances
 * from it. Welford's method of adding and Chan's method of merging lose no digits to a large
 * offset, unlike a sum of squares.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Algorithms_for_calculating_variance">Algorithms for
 *     calculating variance</a>
 */
final class Moments {

    static final int SIZE = 2;
    private static final int MEAN = 0;
    private static final int SQUARES = 1;

    private Moments() {}

    /** @param count the number of values, including this one */
    static void add(long[] cells, int at, double value, long count) {
        double mean = CellLayout.number(cells, at + MEAN);
        double before = value - mean;
        mean += before / count;
        CellLayout.put(cells, at + MEAN, mean);
        CellLayout.put(cells, at + SQUARES, CellLayout.number(cells, at + SQUARES) + before * (value - mean));
    }

    /** @param count the number of values so far, above zero; likewise {@code fromCount} */
    static void merge(long[] cells, int at, long count, long[] from, int fromAt, long fromCount) {
        double distance = CellLayout.number(from, fromAt + MEAN) - CellLayout.number(cells, at + MEAN);
        double part = (double) fromCount / (count + fromCount);
        double squares = CellLayout.number(cells, at + SQUARES)
                + CellLayout.number(from, fromAt + SQUARES)
                + distance * distance * count * part;
        CellLayout.put(cells, at + MEAN, CellLayout.number(cells, at + MEAN) + distance * part);
        CellLayout.put(cells, at + SQUARES, squares);
    }

    /** The sample standard deviation; NaN for a single value. */
    static double deviation(long[] cells, int at, long count) {
        return Math.sqrt(CellLayout.number(cells, at + SQUARES) / (count - 1));
    }
}
