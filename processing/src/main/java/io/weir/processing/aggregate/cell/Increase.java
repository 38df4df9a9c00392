package io.weir.processing.aggregate.cell;

/**
 * The rise of a counter, in three cells beside its {@link Ends}: the increase so far, the value from
 * which the next increase counts, and the stamp from which the increase counts. That stamp moves
 * forward by each gap that does not count. A counter that falls has restarted at zero, so its new
 * value is the increase.
 *
 * <p>A value before the first or after the last extends the range. A value in between, or with the
 * stamp of an end, changes nothing: the rise before and after it is already included.
 */
final class Increase {

    static final int SIZE = 3;
    private static final int INCREASE = 0;
    private static final int COUNTER = 1;
    private static final int SINCE = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    private Increase() {}

    /** Call before the value is added to the {@code ends}. */
    static void add(long[] cells, int at, int ends, long stamp, long bits, boolean isInteger, boolean isOnly) {
        if (isOnly) {
            cells[at + COUNTER] = bits;
            cells[at + SINCE] = stamp;
        } else if (stamp > Ends.lastAt(cells, ends)) {
            rise(cells, at, between(cells[at + COUNTER], bits, isInteger));
            cells[at + COUNTER] = bits;
        } else if (stamp < Ends.firstAt(cells, ends)) {
            rise(cells, at, between(bits, Ends.first(cells, ends), isInteger));
            cells[at + SINCE] -= Ends.firstAt(cells, ends) - stamp;
        }
    }

    /** Makes the next value, which is later, count no increase since the last one. */
    static void interrupt(long[] cells, int at, int ends, long stamp, long bits) {
        cells[at + COUNTER] = bits;
        cells[at + SINCE] += stamp - Ends.lastAt(cells, ends);
    }

    /** The value from which the next increase counts. */
    static long counter(long[] cells, int at) {
        return cells[at + COUNTER];
    }

    /** Adds the step from an earlier value to the first one. Call after all values were added. */
    static void begin(long[] cells, int at, int ends, long earlierStamp, long earlier, boolean isInteger) {
        rise(cells, at, between(earlier, Ends.first(cells, ends), isInteger));
        cells[at + SINCE] -= Ends.firstAt(cells, ends) - earlierStamp;
    }

    /** Merges values that are all later. Call before the ends are merged. */
    static void merge(long[] cells, int at, long[] from, int fromAt, int fromEnds, boolean isInteger) {
        double step = between(cells[at + COUNTER], Ends.first(from, fromEnds), isInteger);
        rise(cells, at, step + DoubleCell.get(from, fromAt + INCREASE));
        cells[at + COUNTER] = from[fromAt + COUNTER];
        cells[at + SINCE] += from[fromAt + SINCE] - Ends.firstAt(from, fromEnds);
    }

    /** Turns an integer counter into a float. */
    static void toFloat(long[] cells, int at) {
        cells[at + COUNTER] = Bits.toFloat(cells[at + COUNTER]);
    }

    /** The increase per second; NaN if no time has passed. */
    static double rate(long[] cells, int at, int ends) {
        return DoubleCell.get(cells, at + INCREASE)
                / ((Ends.lastAt(cells, ends) - cells[at + SINCE]) / NANOS_PER_SECOND);
    }

    /** The increase; NaN if no time has passed. */
    static double value(long[] cells, int at, int ends) {
        boolean hasTime = Ends.lastAt(cells, ends) > cells[at + SINCE];
        return hasTime ? DoubleCell.get(cells, at + INCREASE) : Double.NaN;
    }

    private static double between(long earlier, long later, boolean isInteger) {
        return Bits.isLess(later, earlier, isInteger)
                ? Bits.toDouble(later, isInteger)
                : Bits.minus(later, earlier, isInteger);
    }

    private static void rise(long[] cells, int at, double by) {
        DoubleCell.put(cells, at + INCREASE, DoubleCell.get(cells, at + INCREASE) + by);
    }
}
