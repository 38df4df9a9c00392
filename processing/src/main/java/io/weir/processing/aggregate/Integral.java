package io.weir.processing.aggregate;

/**
 * The integral over time of values that last until the next one, beside their {@link Ends}: its
 * {@link Total} in value times nanoseconds, and the stamp from which it counts.
 *
 * <p>A value before the first or after the last extends the range. A value in between changes
 * nothing. Of values with the stamp of the last one, the last to arrive continues.
 */
final class Integral {

    static final int SIZE = Total.SIZE + 1;
    private static final int AREA = 0;
    private static final int SINCE = Total.SIZE;
    private static final double NANOS_PER_SECOND = 1e9;

    private Integral() {}

    /** Call before the value is added to the {@code ends}. */
    static void add(long[] cells, int at, int ends, long stamp, long bits, boolean isInteger, boolean isOnly) {
        if (isOnly) {
            cells[at + SINCE] = stamp;
        } else if (stamp > Ends.lastAt(cells, ends)) {
            last(cells, at, Ends.last(cells, ends), isInteger, stamp - Ends.lastAt(cells, ends));
        } else if (stamp < Ends.firstAt(cells, ends)) {
            last(cells, at, bits, isInteger, Ends.firstAt(cells, ends) - stamp);
            cells[at + SINCE] = stamp;
        }
    }

    /**
     * Adds the time from an earlier value to the first one. Call after all values were added.
     *
     * @param earlier the value, of the type of the entry
     */
    static void begin(long[] cells, int at, int ends, long earlierStamp, long earlier, boolean isInteger) {
        last(cells, at, earlier, isInteger, Ends.firstAt(cells, ends) - earlierStamp);
        cells[at + SINCE] = earlierStamp;
    }

    /** Merges values that are all later. Call before the ends are merged. */
    static void merge(long[] cells, int at, int ends, long[] from, int fromAt, int fromEnds, boolean isInteger) {
        long nanos = Ends.firstAt(from, fromEnds) - Ends.lastAt(cells, ends);
        last(cells, at, Ends.last(cells, ends), isInteger, nanos);
        Total.merge(cells, at + AREA, from, fromAt + AREA);
    }

    /** The integral in value times seconds; NaN if no time has passed. */
    static double value(long[] cells, int at, int ends) {
        return nanos(cells, at, ends) > 0 ? Total.sum(cells, at + AREA) / NANOS_PER_SECOND : Double.NaN;
    }

    /** The mean of the values, weighted by how long each lasts; NaN if no time has passed. */
    static double mean(long[] cells, int at, int ends) {
        return Total.sum(cells, at + AREA) / nanos(cells, at, ends);
    }

    private static long nanos(long[] cells, int at, int ends) {
        return Ends.lastAt(cells, ends) - cells[at + SINCE];
    }

    private static void last(long[] cells, int at, long bits, boolean isInteger, long nanos) {
        double area = Bits.toDouble(bits, isInteger) * nanos;
        if (Double.isFinite(area)) {
            Total.add(cells, at + AREA, area);
        } else {
            Total.put(cells, at + AREA, Double.NaN, Double.NaN);
        }
    }
}
