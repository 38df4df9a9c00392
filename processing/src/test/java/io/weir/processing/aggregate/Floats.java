package io.weir.processing.aggregate;

import io.weir.processing.aggregate.group.Cells;

/** Adds floats, and the numbers of tests that are floats. */
public final class Floats {

    private Floats() {}

    public static void add(Cells cells, int entry, long stamp, double value) {
        cells.add(entry, stamp, Double.doubleToRawLongBits(value), false);
    }

    /** Returns {@link Added#ADDED} also for the earliest value. */
    public static Added add(SeriesWindows windows, long stamp, int field, double value, boolean mayGrow) {
        return added(windows.add(stamp, field, Double.doubleToRawLongBits(value), false, mayGrow));
    }

    static Added added(Added added) {
        return added == Added.OPENED ? Added.ADDED : added;
    }
}
