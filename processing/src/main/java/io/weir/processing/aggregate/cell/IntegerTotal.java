package io.weir.processing.aggregate.cell;

/**
 * The sum of integers in two cells, which hold its upper and lower 64 bits. It is exact for any
 * number of values, so an overflow of 64 bits depends on the sum alone, not on the order of values.
 */
final class IntegerTotal {

    private static final int HIGH = 0;
    private static final int LOW = 1;

    private IntegerTotal() {}

    static void add(long[] cells, int at, long value) {
        add(cells, at, value >> 63, value);
    }

    static void merge(long[] cells, int at, long[] from, int fromAt) {
        add(cells, at, from[fromAt + HIGH], from[fromAt + LOW]);
    }

    private static void add(long[] cells, int at, long high, long low) {
        long sum = cells[at + LOW] + low;
        cells[at + LOW] = sum;
        cells[at + HIGH] += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    }

    private static boolean fits(long[] cells, int at) {
        return cells[at + HIGH] == cells[at + LOW] >> 63;
    }

    /** The sum; NaN if it does not fit a long. */
    static double value(long[] cells, int at) {
        return fits(cells, at) ? (double) cells[at + LOW] : Double.NaN;
    }

    /** The sum if it fits a long. */
    static long sum(long[] cells, int at) {
        return cells[at + LOW];
    }

    static double mean(long[] cells, int at, long count) {
        return toDouble(cells, at) / count;
    }

    private static double toDouble(long[] cells, int at) {
        long low = cells[at + LOW];
        if (fits(cells, at)) {
            return (double) low;
        }
        double unsigned = ((low >>> 1) | (low & 1)) * 2.0;
        return cells[at + HIGH] * 0x1p64 + (low < 0 ? unsigned : low);
    }

    /** Makes the cells those of a {@link Total}. */
    static void toFloat(long[] cells, int at) {
        double sum = toDouble(cells, at);
        double error = fits(cells, at) ? Bits.roundingError(cells[at + LOW]) : 0;
        Total.put(cells, at, sum, error);
    }
}
