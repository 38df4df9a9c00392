package io.weir.processing.aggregate.cell;

/**
 * The integral over time of values that last until the next one, beside their {@link Ends}: its
 * {@link Total} in value times 2^63 nanoseconds, so that the largest values have one, and the stamp
 * from which it counts, which moves forward by each time for which no value lasts.
 *
 * <p>A value before the first or after the last extends the range. A value in between changes
 * nothing. Of values with the stamp of the last one, the last to arrive continues.
 */
final class Integral {

    static final int SIZE = Total.SIZE + 1;
    private static final int AREA = 0;
    private static final int SINCE = Total.SIZE;
    private static final double SCALE = 0x1p-63;
    private static final double SCALED_SECOND = 1e9 * SCALE;

    private Integral() {}

    /** Call before the value is added to the {@code ends}. */
    static void add(long[] cells, int at, int ends, long stamp, long bits, boolean isInteger, boolean isOnly) {
        if (isOnly) {
            cells[at + SINCE] = stamp;
        } else if (stamp > Ends.lastAt(cells, ends)) {
            last(cells, at, Ends.last(cells, ends), isInteger, stamp - Ends.lastAt(cells, ends));
        } else if (stamp < Ends.firstAt(cells, ends)) {
            last(cells, at, bits, isInteger, Ends.firstAt(cells, ends) - stamp);
            cells[at + SINCE] -= Ends.firstAt(cells, ends) - stamp;
        }
    }

    /** Makes the last value not last until the next one, which is later. */
    static void interrupt(long[] cells, int at, int ends, long stamp, boolean isInteger) {
        long nanos = stamp - Ends.lastAt(cells, ends);
        last(cells, at, Ends.last(cells, ends), isInteger, -nanos);
        cells[at + SINCE] += nanos;
    }

    /**
     * Adds the time from an earlier value to the first one. Call after all values were added.
     *
     * @param earlier the value, of the type of the entry
     */
    static void begin(long[] cells, int at, int ends, long earlierStamp, long earlier, boolean isInteger) {
        last(cells, at, earlier, isInteger, Ends.firstAt(cells, ends) - earlierStamp);
        cells[at + SINCE] -= Ends.firstAt(cells, ends) - earlierStamp;
    }

    /** Merges values that are all later. Call before the ends are merged. */
    static void merge(long[] cells, int at, int ends, long[] from, int fromAt, int fromEnds, boolean isInteger) {
        long nanos = Ends.firstAt(from, fromEnds) - Ends.lastAt(cells, ends);
        last(cells, at, Ends.last(cells, ends), isInteger, nanos);
        Total.merge(cells, at + AREA, from, fromAt + AREA);
        cells[at + SINCE] += from[fromAt + SINCE] - Ends.firstAt(from, fromEnds);
    }

    /** The integral in value times seconds; NaN if no time has passed. */
    static double value(long[] cells, int at, int ends) {
        return nanos(cells, at, ends) > 0 ? Total.per(cells, at + AREA, SCALED_SECOND) : Double.NaN;
    }

    /** The mean of the values, weighted by how long each lasts; NaN if no time has passed. */
    static double mean(long[] cells, int at, int ends) {
        return Total.per(cells, at + AREA, nanos(cells, at, ends) * SCALE);
    }

    private static long nanos(long[] cells, int at, int ends) {
        return Ends.lastAt(cells, ends) - cells[at + SINCE];
    }

    /** Adds the time that a value lasted. The rounding error is added, too: so a constant has itself as mean. */
    private static void last(long[] cells, int at, long bits, boolean isInteger, long nanos) {
        double value = Bits.toDouble(bits, isInteger);
        double area = value * (nanos * SCALE);
        Total.add(cells, at + AREA, area);
        Total.add(cells, at + AREA, Math.fma(value, nanos * SCALE, -area));
    }
}
