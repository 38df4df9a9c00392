package io.weir.processing.aggregate;

/** Adds floats, and the numbers of tests that are floats. */
final class Floats {

    private Floats() {}

    static void add(Cells cells, int entry, long stamp, double value) {
        cells.add(entry, stamp, Double.doubleToRawLongBits(value), false);
    }

    /** Returns {@link Added#ADDED} also for the earliest value. */
    static Added add(Windows windows, long stamp, int field, double value, boolean mayGrow) {
        return added(windows.add(stamp, field, Double.doubleToRawLongBits(value), false, mayGrow));
    }

    static Added added(Added added) {
        return added == Added.OPENED ? Added.ADDED : added;
    }
}
