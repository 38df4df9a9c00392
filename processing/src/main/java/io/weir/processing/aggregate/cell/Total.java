package io.weir.processing.aggregate.cell;

/**
 * The sum of floats in two cells: the rounded sum, and the sum of all rounding errors (Neumaier's
 * method). Values that cancel out each other therefore leave the small ones between them exact.
 *
 * <p>Once the sum exceeds the largest double, the first cell is infinite and the second holds the
 * sum divided by 2^64, which no number of values exceeds. So values whose sum is undefined have a
 * mean.
 *
 * @see <a href="https://en.wikipedia.org/wiki/Kahan_summation_algorithm">Kahan summation
 *     algorithm</a>
 */
final class Total {

    static final int SIZE = 2;
    private static final int SUM = 0;
    private static final int ERROR = 1;

    private static final double UP = 0x1p64;
    private static final double DOWN = 0x1p-64;

    private Total() {}

    static void add(long[] cells, int at, double value) {
        add(cells, at, value, 0);
    }

    static void merge(long[] cells, int at, long[] from, int fromAt) {
        add(cells, at, DoubleCell.get(from, fromAt + SUM), DoubleCell.get(from, fromAt + ERROR));
    }

    private static void add(long[] cells, int at, double value, double valueError) {
        double before = DoubleCell.get(cells, at + SUM);
        double beforeError = DoubleCell.get(cells, at + ERROR);
        double sum = before + value;
        double added = sum - before;
        double error = (before - (sum - added)) + (value - added);
        if (Double.isFinite(error)) {
            put(cells, at, sum, beforeError + (error + valueError));
        } else {
            put(cells, at, Double.POSITIVE_INFINITY, down(before, beforeError) + down(value, valueError));
        }
    }

    static void put(long[] cells, int at, double sum, double error) {
        DoubleCell.put(cells, at + SUM, sum);
        DoubleCell.put(cells, at + ERROR, error);
    }

    /** A sum, given by its two cells, divided by 2^64. */
    private static double down(double sum, double error) {
        return Double.isFinite(sum) ? sum * DOWN + error * DOWN : error;
    }

    /** The sum; infinite beyond the largest double. */
    static double sum(long[] cells, int at) {
        double sum = DoubleCell.get(cells, at + SUM);
        double error = DoubleCell.get(cells, at + ERROR);
        return Double.isFinite(sum) ? sum + error : error * UP;
    }

    /** The sum divided by a number, rounded once; NaN if the number is zero. */
    static double per(long[] cells, int at, double divisor) {
        double sum = DoubleCell.get(cells, at + SUM);
        double quotient = sum(cells, at) / divisor;
        if (!Double.isFinite(sum) || !Double.isFinite(quotient)) {
            return quotient;
        }
        double rest = Math.fma(-quotient, divisor, sum) + DoubleCell.get(cells, at + ERROR);
        return quotient + rest / divisor;
    }

    /** The mean of {@code count} values, always finite. */
    static double mean(long[] cells, int at, long count) {
        double sum = sum(cells, at);
        return Double.isFinite(sum)
                ? sum / count
                : down(DoubleCell.get(cells, at + SUM), DoubleCell.get(cells, at + ERROR)) / count * UP;
    }
}
