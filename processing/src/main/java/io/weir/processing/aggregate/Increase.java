package io.weir.processing.aggregate;

/**
 * The rise of a counter, in two cells beside its {@link Ends}: the increase so far, and the value
 * from which the next increase counts. A counter that falls has restarted at zero, so its new value
 * is the increase.
 *
 * <p>A value before the first or after the last extends the range. A value in between, or with the
 * stamp of an end, changes nothing: the rise before and after it is already included.
 */
final class Increase {

    static final int SIZE = 2;
    private static final int INCREASE = 0;
    private static final int COUNTER = 1;
    private static final double NANOS_PER_SECOND = 1e9;

    private Increase() {}

    /** Call before the value is added to the {@code ends}. */
    static void add(long[] cells, int at, int ends, long stamp, double value, boolean isOnly) {
        if (isOnly) {
            CellLayout.put(cells, at + COUNTER, value);
        } else if (stamp > Ends.lastAt(cells, ends)) {
            rise(cells, at, between(CellLayout.number(cells, at + COUNTER), value));
            CellLayout.put(cells, at + COUNTER, value);
        } else if (stamp < Ends.firstAt(cells, ends)) {
            rise(cells, at, between(value, Ends.first(cells, ends)));
        }
    }

    /** Merges values that are all later. Call before the ends are merged. */
    static void merge(long[] cells, int at, long[] from, int fromAt, int fromEnds) {
        double step = between(CellLayout.number(cells, at + COUNTER), Ends.first(from, fromEnds));
        rise(cells, at, step + CellLayout.number(from, fromAt + INCREASE));
        cells[at + COUNTER] = from[fromAt + COUNTER];
    }

    /** The increase per second; NaN if the ends have the same stamp. */
    static double rate(long[] cells, int at, int ends) {
        return CellLayout.number(cells, at + INCREASE)
                / ((Ends.lastAt(cells, ends) - Ends.firstAt(cells, ends)) / NANOS_PER_SECOND);
    }

    /** The increase; NaN if the ends have the same stamp. */
    static double value(long[] cells, int at, int ends) {
        boolean hasTime = Ends.lastAt(cells, ends) > Ends.firstAt(cells, ends);
        return hasTime ? CellLayout.number(cells, at + INCREASE) : Double.NaN;
    }

    private static double between(double earlier, double later) {
        return later >= earlier ? later - earlier : later;
    }

    private static void rise(long[] cells, int at, double by) {
        CellLayout.put(cells, at + INCREASE, CellLayout.number(cells, at + INCREASE) + by);
    }
}
