package io.weir.processing.aggregate;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.FarmValue;

/**
 * The window of one series under one aggregation over a value of the farm, such as the number of the
 * run: it lasts as long as the value is the same.
 *
 * <p>A value of the series belongs to the window in which it arrives, whatever its timestamp. So no
 * value is late, and nothing but the change closes the window. While the name is not set, there is a
 * window without a result. It remembers the last value, at which the next increase or integral
 * begins. Not thread-safe.
 */
public final class StateWindows extends SeriesWindows {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1_000;

    /** Heap bytes of this object beyond {@link SeriesWindows}. */
    private static final int MORE_BYTES = 24;

    private final String name;
    private final FarmValue value;
    private long endMillis;

    /**
     * Creates a window without values.
     *
     * @param name in the state of the farm
     * @param value of that name, as long as the window lasts
     */
    StateWindows(WindowSpec spec, String name, FarmValue value) {
        super(spec);
        this.name = name;
        this.value = value;
        this.endMillis = value.sinceMillis();
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + MORE_BYTES;
    }

    @Override
    public Added add(long timestamp, int field, long bits, boolean isInteger, boolean mayGrow) {
        if (!WindowSpec.hasWindows(timestamp)) {
            return Added.LATE;
        }
        int column = columnFor(field, mayGrow);
        if (column == NO_COLUMN) {
            return Added.REFUSED;
        }
        return panes(column).addToOnlyPane(column & COLUMN_MASK, timestamp, bits, isInteger, mayGrow);
    }

    /**
     * Closes the window if its value changes; the values of the series are then in no window until the
     * series has another plan. Returns whether the window has a result.
     *
     * @param next the state of the farm that follows
     */
    boolean end(FarmState next) {
        FarmValue after = next.at(name);
        if (after.text().equals(value.text())) {
            return false;
        }
        boolean hasResult = isOpen();
        endMillis = after.sinceMillis();
        for (ColumnWindows each : allPanes()) {
            each.close(0, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        startClosed(endMillis * NANOS_PER_MILLI);
        if (!hasResult) {
            releaseClosed();
        }
        return hasResult;
    }

    /** How long the value of the farm lasted; 0 if clocks disagree. */
    double seconds() {
        return Math.max(0, endMillis - value.sinceMillis()) / MILLIS_PER_SECOND;
    }

    @Override
    public boolean isOpen() {
        return value.isSet() && allPanes().stream().anyMatch(each -> each.panes > 0);
    }

    @Override
    public int open() {
        return isOpen() ? 1 : 0;
    }

    /** The value before any: only windows of time stay closed. */
    @Override
    public long lastClosed() {
        return Long.MIN_VALUE;
    }

    @Override
    public void reset(long lastClosed) {
        clear();
    }
}
