package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.cell.CellLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The open windows of one series under one aggregation, with the clock of the series.
 *
 * <p>Each series has its own clock: the <em>watermark</em> is its latest timestamp. A window closes
 * once the watermark has passed its end plus grace, with or without values. For a silent series,
 * log time closes windows, translated into the series' clock by its <em>lag</em>: the receive time
 * of its latest value minus its timestamp. So a host whose clock lags loses nothing and disturbs
 * no other host. Values of a clock that is far ahead must not be added. Values of a closed window
 * are late. Times are nanoseconds since the epoch.
 *
 * <p>If the rule replaces repeats, the newest values are {@link Points}. The others are in <em>panes</em>. A
 * pane lasts from the start of one window to the start of the next. A window is computed from its
 * points and panes when it closes, so a value is added once, to whatever number of overlapping
 * windows. Each field gets a <em>column</em> at its first value. Every
 * {@value Panes#MOST_COLUMNS} columns share panes of their own, so a pane with values in few of
 * many fields costs little.
 *
 * <p>The first columns are inherited rather than referenced, and data for several columns is
 * separate: {@code benchmarks/aggregator.sh} shows the cost of each further cache line in a hundred
 * thousand series. Not thread-safe.
 */
public sealed class SeriesWindows extends ColumnWindows permits RevisedWindows, StateWindows {

    /** The close time if no window is open. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_COLUMNS = 1 << 13;
    static final int NO_COLUMN = FieldColumns.NO_COLUMN;
    static final int COLUMN_MASK = MOST_COLUMNS - 1;

    /** Heap bytes of this object beyond its panes. */
    private static final int OWN_BYTES = 48;

    private final WindowSpec spec;

    /** The field of the column if there is only one. */
    private int onlyField = NO_COLUMN;

    /** The columns if there are several. */
    private @Nullable FieldColumns several;

    /** The start of the oldest open window with values, or {@link #NEVER}. */
    private long oldest = NEVER;

    private long passed = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    public SeriesWindows(WindowSpec spec) {
        super(spec.layout(), spec.repeats(), true);
        this.spec = spec;
    }

    /**
     * Estimated heap bytes. Changes when space is allocated or released, but not when windows
     * close. Equal for equal state.
     */
    public long estimatedBytes() {
        return OWN_BYTES + bytes() + (several == null ? 0 : several.bytes());
    }

    /** Returns whether {@link #estimatedBytes} has grown since the last call. */
    @Override
    public boolean takeGrowth() {
        boolean hasGrown = super.takeGrowth();
        if (several != null) {
            hasGrown |= several.takeGrowth();
        }
        return hasGrown;
    }

    /**
     * Notes that a value stamped {@code timestamp} was received at {@code receivedNanos}, or later
     * if that is not known: then the lag stays. A repeat changes nothing.
     */
    public void observe(long timestamp, long receivedNanos, boolean isReceiptKnown) {
        if (timestamp > watermark) {
            watermark = timestamp;
            passed = Math.max(passed, timestamp);
            lag = isReceiptKnown ? receivedNanos - timestamp : lag;
        }
    }

    /**
     * Adds a value to those of its windows that are open. {@link Added#isLate} holds if at least
     * one is closed.
     *
     * @param field number of the field, from 0; small numbers take less memory
     * @param bits an integer, or the bits of a finite float
     * @param mayGrow whether the value may take memory
     */
    public Added add(long timestamp, int field, long bits, boolean isInteger, boolean mayGrow) {
        if (!WindowSpec.hasWindows(timestamp)) {
            return Added.LATE;
        }
        // Whether the first of its windows may be closed, without a division.
        boolean isOld = passed > timestamp + spec.graceNanos();
        if (isOld && spec.closesAt(spec.lastStart(timestamp)) <= passed) {
            return Added.LATE;
        }
        int column = columnFor(field, mayGrow);
        if (column == NO_COLUMN) {
            return Added.REFUSED;
        }
        ColumnWindows in = panes(column);
        int place = column & COLUMN_MASK;
        Added added = in.keepsPoints()
                ? in.addPoint(place, timestamp, bits, isInteger, spec.everyNanos(), mayGrow)
                : in.addToPane(place, timestamp, bits, isInteger, spec.everyNanos(), mayGrow);
        if (added.isRefusal()) {
            return Added.REFUSED;
        }
        if (oldest == NEVER || timestamp < oldest + spec.lengthNanos() - spec.everyNanos()) {
            open(spec.lastStart(timestamp));
        }
        return isOld && spec.closesAt(spec.firstStart(spec.lastStart(timestamp))) <= passed ? added.late() : added;
    }

    /** Whether a window of a value has closed. */
    boolean isLate(long timestamp) {
        return !WindowSpec.hasWindows(timestamp) || hasClosed(spec.firstStart(spec.lastStart(timestamp)));
    }

    /** Whether the window that starts at {@code start} has closed. */
    final boolean hasClosed(long start) {
        return spec.closesAt(start) <= passed;
    }

    /** Whether a window of a field had a float, so that all its later results are floats. */
    final boolean hasFloats(int field) {
        int column = column(field);
        return column != NO_COLUMN && (panes(column).floats >> (column & COLUMN_MASK) & 1) != 0;
    }

    /** Notes that the pane at {@code start} has a value. */
    private void open(long start) {
        long first = spec.firstStart(start);
        while (first < start && spec.closesAt(first) <= passed) {
            first += spec.everyNanos();
        }
        oldest = Math.min(oldest, first);
    }

    /** The column of a field, which is added if it is new; {@link #NO_COLUMN} if it would take memory. */
    final int columnFor(int field, boolean mayGrow) {
        int column = column(field);
        return column == NO_COLUMN && mayGrow ? addColumn(field) : column;
    }

    final ColumnWindows panes(int column) {
        return column < MOST_COLUMNS || several == null ? this : several.panes(column);
    }

    private int column(int field) {
        if (field == onlyField) {
            return 0;
        }
        return several == null ? NO_COLUMN : several.column(field);
    }

    private int addColumn(int field) {
        int column = columns();
        if (column == 0) {
            onlyField = field;
        } else {
            if (several == null) {
                several = new FieldColumns(spec, onlyField);
                onlyField = NO_COLUMN;
            }
            several.add(field);
        }
        panes(column).addColumn();
        return column;
    }

    /**
     * Closes the oldest window that the series' own time has passed. Returns false if there is
     * none.
     */
    public boolean close() {
        return closeBy(watermark);
    }

    /**
     * Closes the oldest window that log time has passed and the series has not closed by its own
     * time. Returns false if there is none.
     */
    public boolean closeAtLogTime(long logNanos) {
        return closeBy(logNanos - lag);
    }

    private boolean closeBy(long seriesNanos) {
        if (oldest == NEVER || spec.closesAt(oldest) > seriesNanos) {
            return false;
        }
        closeOldest(oldest);
        return true;
    }

    /** Closes the oldest window, which starts at {@code closed}. */
    void closeOldest(long closed) {
        passed = Math.max(passed, spec.closesAt(closed));
        long next = close(this, closed);
        if (several != null) {
            for (ColumnWindows each : several.further) {
                next = Math.min(next, close(each, closed));
            }
        }
        startClosed(closed);
        oldest = next == NEVER ? NEVER : Math.max(closed + spec.everyNanos(), spec.firstStart(next));
    }

    /**
     * Closes a window in some columns. Returns the start of the oldest remaining pane with values;
     * {@link #NEVER} if there is none.
     */
    private long close(ColumnWindows in, long closed) {
        in.close(closed, closed + spec.everyNanos(), closed + spec.lengthNanos());
        long first = in.firstPoint();
        long next = first == Long.MAX_VALUE ? NEVER : spec.lastStart(first);
        return in.panes == 0 ? next : Math.min(next, in.start(0));
    }

    /** Releases memory that only the results of the window that was closed last need. */
    public void releaseClosed() {
        releaseClosedHere();
        if (several != null) {
            for (ColumnWindows each : several.further) {
                each.releaseClosedHere();
            }
        }
    }

    /** The start of the window that was closed last. */
    public long start() {
        return start(CLOSED);
    }

    /** Columns are numbered from 0 to below this, in the order of their fields' first values. */
    public int columns() {
        return several == null ? columnsHere : several.columns;
    }

    /** The field of a column. */
    public int field(int column) {
        return several == null ? onlyField : several.field(column);
    }

    /** The number of values of a column in the window that was closed last. */
    public long count(int column) {
        ColumnWindows in = panes(column);
        return CellLayout.count(in.cells, in.entry(CLOSED, column & COLUMN_MASK));
    }

    /**
     * The result of a function over a column of the window that was closed last. The column must
     * have a value.
     */
    public double value(int column, AggregateFunction function) {
        return panes(column).closedValue(column & COLUMN_MASK, function);
    }

    /** Whether {@link #value} is an integer, if it is defined. */
    public boolean isInteger(int column, AggregateFunction function) {
        return panes(column).isClosedInteger(column & COLUMN_MASK, function);
    }

    /** {@link #value} if it is an integer, with all its bits. */
    public long integer(int column, AggregateFunction function) {
        return panes(column).closedInteger(column & COLUMN_MASK, function);
    }

    /** The log time at which the oldest window closes; {@link #NEVER} if none is open. */
    public long closesAtLogTime() {
        return oldest == NEVER ? NEVER : spec.closesAt(oldest) + lag;
    }

    /** Whether a window with values is open. */
    public boolean isOpen() {
        return oldest != NEVER;
    }

    /** The number of open windows with values. */
    public int open() {
        SortedSet<Long> starts = new TreeSet<>();
        allPanes().forEach(each -> addStarts(each, starts));
        int open = 0;
        long from = oldest;
        for (long start : starts) {
            from = Math.max(from, spec.firstStart(start));
            open += (int) ((start - from) / spec.everyNanos()) + 1;
            from = start + spec.everyNanos();
        }
        return open;
    }

    /** The latest timestamp; {@code Long.MIN_VALUE} before the first value. */
    final long watermark() {
        return watermark;
    }

    final List<ColumnWindows> allPanes() {
        List<ColumnWindows> all = new ArrayList<>();
        all.add(this);
        if (several != null) {
            all.addAll(Arrays.asList(several.further));
        }
        return all;
    }

    private void addStarts(ColumnWindows of, SortedSet<Long> starts) {
        for (int pane = 0; pane < of.panes; pane++) {
            starts.add(of.start(pane));
        }
        for (int column = 0; of.keepsPoints() && column < of.columnsHere; column++) {
            for (int point = 0; point < of.points(column); point++) {
                starts.add(spec.lastStart(of.stamp(column, point)));
            }
        }
    }

    /**
     * The start of the last closed window, if no window is open; {@link Long#MIN_VALUE} before the
     * first value. No later window has had values.
     */
    public long lastClosed() {
        boolean isUnknown = passed < Long.MIN_VALUE + spec.closesAt(0);
        return isUnknown ? Long.MIN_VALUE : spec.lastStart(passed - spec.closesAt(0));
    }

    /**
     * Clears the state, but keeps the windows closed that start by {@code lastClosed}. Unlike the
     * end of windows, this time has the same meaning for windows of every length.
     */
    public void reset(long lastClosed) {
        clear();
        passed = lastClosed == Long.MIN_VALUE ? lastClosed : spec.closesAt(spec.lastStart(lastClosed));
    }

    void clear() {
        clearAll();
        several = null;
        onlyField = NO_COLUMN;
        oldest = NEVER;
        watermark = Long.MIN_VALUE;
        lag = 0;
    }

    /** Keeps the windows closed that have closed, if windows now close later by {@code nanos}. */
    final void delay(long nanos) {
        passed = passed == Long.MIN_VALUE ? passed : passed + nanos;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(passed);
        out.writeLong(watermark);
        out.writeLong(lag);
        out.writeLong(oldest);
        out.writeInt(columns());
        for (int column = 0; column < columns(); column++) {
            out.writeInt(field(column));
        }
        for (ColumnWindows each : allPanes()) {
            each.writePanes(out);
        }
    }

    /** Restores what {@link #write} wrote under the same spec. */
    public void read(DataInput in) throws IOException {
        clear();
        passed = in.readLong();
        watermark = in.readLong();
        lag = in.readLong();
        oldest = in.readLong();
        for (int left = bounded(in.readInt(), MAX_COLUMNS); left > 0; left--) {
            addColumn(bounded(in.readInt(), MAX_COLUMNS));
        }
        for (ColumnWindows each : allPanes()) {
            each.readPanes(in);
        }
    }
}
