package io.weir.processing.aggregate.cell;

/** A cell with the bits of a double. */
final class DoubleCell {

    private DoubleCell() {}

    static double get(long[] cells, int at) {
        return Double.longBitsToDouble(cells[at]);
    }

    static void put(long[] cells, int at, double number) {
        cells[at] = Double.doubleToRawLongBits(number);
    }
}
