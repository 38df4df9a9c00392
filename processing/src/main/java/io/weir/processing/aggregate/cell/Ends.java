package io.weir.processing.aggregate.cell;

/**
 * The values with the earliest and the latest stamp, in four cells. Among equal stamps, the first
 * to arrive is the first value, and the last to arrive is the last value. Values are {@link Bits}.
 */
final class Ends {

    static final int SIZE = 4;
    private static final int FIRST = 0;
    private static final int FIRST_AT = 1;
    private static final int LAST = 2;
    private static final int LAST_AT = 3;

    private Ends() {}

    static void add(long[] cells, int at, long stamp, long bits, boolean isOnly) {
        if (isOnly || stamp < firstAt(cells, at)) {
            cells[at + FIRST] = bits;
            cells[at + FIRST_AT] = stamp;
        }
        if (isOnly || stamp >= lastAt(cells, at)) {
            cells[at + LAST] = bits;
            cells[at + LAST_AT] = stamp;
        }
    }

    static void merge(long[] cells, int at, long[] from, int fromAt) {
        if (firstAt(from, fromAt) < firstAt(cells, at)) {
            System.arraycopy(from, fromAt + FIRST, cells, at + FIRST, 2);
        }
        if (lastAt(from, fromAt) >= lastAt(cells, at)) {
            System.arraycopy(from, fromAt + LAST, cells, at + LAST, 2);
        }
    }

    /** Turns integers into floats. */
    static void toFloat(long[] cells, int at) {
        cells[at + FIRST] = Bits.toFloat(cells[at + FIRST]);
        cells[at + LAST] = Bits.toFloat(cells[at + LAST]);
    }

    static long first(long[] cells, int at) {
        return cells[at + FIRST];
    }

    static long firstAt(long[] cells, int at) {
        return cells[at + FIRST_AT];
    }

    static long last(long[] cells, int at) {
        return cells[at + LAST];
    }

    static long lastAt(long[] cells, int at) {
        return cells[at + LAST_AT];
    }
}
