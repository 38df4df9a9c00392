package io.weir.processing.window;

import io.weir.contract.rule.metric.AggregateFunction;
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
 * The open windows of one series under one aggregation, and what of time the series has seen.
 *
 * <p>A series lives by its own clock: the <em>watermark</em> is its latest timestamp, and a window closes once the watermark
 * has passed its end plus grace, whether or not it has values. A series that falls silent is closed by log time, translated
 * into its own clock by its <em>lag</em>: how much later than stamped its latest value was received. So a host whose clock is
 * wrong loses nothing and disturbs nobody. Values of a closed window are late. Times are nanoseconds since the epoch.
 *
 * <p>Values are added to <em>panes</em>: pieces of time from the begin of one window to the begin of the next. A window is made
 * of its panes when it closes, so that windows that overlap cost no more per value than others. Each field gets a <em>column</em>
 * when it first arrives. Every {@value Panes#MOST_COLUMNS} columns share panes of their own, so a pane in which few of many fields
 * have values costs little.
 *
 * <p>The first columns are inherited, not held, and what only several columns need is apart: {@code benchmarks/aggregator.sh} shows each
 * further cache line of a hundred thousand series. Not thread-safe.
 */
public final class Windows extends Panes {

    /** No window is open, so no time closes one. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_COLUMNS = 1 << 13;
    private static final int NO_COLUMN = FieldColumns.NO_COLUMN;
    private static final int COLUMN_MASK = MOST_COLUMNS - 1;

    /** Of this object, beyond those of its panes. */
    private static final int OWN_BYTES = 48;

    private final WindowSpec spec;

    /** The field of the only column, if there is one. */
    private int onlyField = NO_COLUMN;

    /** The columns, if there are several. */
    private @Nullable FieldColumns several;

    /** The start of the oldest window that is open and has values; {@link #NEVER} if there is none. */
    private long oldest = NEVER;

    private long passed = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    /** What became of a value. */
    public enum Added {
        /** All its windows have it. */
        WHOLLY,
        /** A window of its own is closed: for that, it came too late. */
        LATE,
        /** It needs memory that it may not have, and is in no window. */
        REFUSED
    }

    /** No windows yet. */
    public Windows(WindowSpec spec) {
        super(spec.layout());
        this.spec = spec;
    }

    /** The estimated heap: changes only when room is made, and not when windows close. The same for equal state. */
    public long estimatedBytes() {
        return OWN_BYTES + bytes() + (several == null ? 0 : several.bytes());
    }

    /** The series was heard of: a value stamped {@code timestamp} was received at {@code receivedNanos}. */
    public void observe(long timestamp, long receivedNanos) {
        if (timestamp >= watermark) {
            watermark = timestamp;
            passed = Math.max(passed, timestamp);
            lag = receivedNanos - timestamp;
        }
    }

    /**
     * Adds a value to those of its windows that are open.
     *
     * @param field any number that stands for the field, from 0 on; the smaller the better
     * @param mayGrow whether memory may be taken for it
     */
    public Added add(long timestamp, int field, double value, boolean mayGrow) {
        int column = column(field);
        Panes in = panes(column);
        int pane = in.panes - 1;
        if (column == NO_COLUMN
                || pane < 0
                || timestamp < in.start(pane)
                || timestamp - in.start(pane) >= spec.everyNanos()) {
            long start = spec.lastStart(timestamp);
            if (spec.closesAt(start) <= passed) {
                return Added.LATE;
            }
            if (column == NO_COLUMN && mayGrow) {
                column = addColumn(field);
                in = panes(column);
            }
            pane = column == NO_COLUMN ? NO_PANE : pane(in, start, mayGrow);
            if (pane == NO_PANE) {
                return Added.REFUSED;
            }
        }
        int place = column & COLUMN_MASK;
        if (!mayGrow && in.needsBins(pane, place, value)) {
            return Added.REFUSED;
        }
        in.add(pane, place, timestamp, value);
        return spec.closesAt(spec.firstStart(in.start(pane))) > passed ? Added.WHOLLY : Added.LATE;
    }

    /** The pane that starts at {@code start}, made if there is none; {@link #NO_PANE} if it may not be. */
    private int pane(Panes in, long start, boolean mayGrow) {
        int known = in.find(start);
        if (known != NO_PANE || (!mayGrow && in.isFull())) {
            return known;
        }
        long first = spec.firstStart(start);
        while (first < start && spec.closesAt(first) <= passed) {
            first += spec.everyNanos();
        }
        oldest = Math.min(oldest, first);
        return in.insert(start);
    }

    private Panes panes(int column) {
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
                several = new FieldColumns(layout, onlyField);
                onlyField = NO_COLUMN;
            }
            several.add(field);
        }
        panes(column).addColumn();
        return column;
    }

    /** Closes the oldest window that the series' own time has passed. Returns false if there is none. */
    public boolean close() {
        return closeBy(watermark);
    }

    /** Closes the oldest window that log time has passed, be the series silent or not. Returns false if there is none. */
    public boolean closeAtLogTime(long logNanos) {
        return closeBy(logNanos - lag);
    }

    private boolean closeBy(long seriesNanos) {
        if (oldest == NEVER || spec.closesAt(oldest) > seriesNanos) {
            return false;
        }
        long closed = oldest;
        passed = Math.max(passed, spec.closesAt(closed));
        long next = close(this, closed);
        if (several != null) {
            for (Panes each : several.further) {
                next = Math.min(next, close(each, closed));
            }
        }
        cells[0] = closed;
        oldest = next == NEVER ? NEVER : Math.max(closed + spec.everyNanos(), spec.firstStart(next));
        return true;
    }

    /** Closes a window in some columns; returns the start of their oldest pane that is left, {@link #NEVER} if there is none. */
    private long close(Panes in, long closed) {
        in.gather(closed + spec.lengthNanos());
        if (in.panes > 0 && in.start(0) == closed) {
            in.removeFirst();
        }
        return in.panes == 0 ? NEVER : in.start(0);
    }

    /** The start of the window that was closed last. */
    public long start() {
        return start(CLOSED);
    }

    /** Columns are numbered from 0 to below this, in the order in which their fields first came. */
    public int columns() {
        return several == null ? columnsHere : several.columns;
    }

    /** The field of a column. */
    public int field(int column) {
        return several == null ? onlyField : several.field(column);
    }

    /** The number of values of a field in the window that was closed last. */
    public long count(int column) {
        Panes in = panes(column);
        return in.cells[in.entry(CLOSED, column & COLUMN_MASK)];
    }

    /** The value of a function over a field with at least one value in the window that was closed last. */
    public double value(int column, AggregateFunction function) {
        return panes(column).closedValue(column & COLUMN_MASK, function);
    }

    /** The log time at which the oldest window closes, {@link #NEVER} if none is open. */
    public long closesAtLogTime() {
        return oldest == NEVER ? NEVER : spec.closesAt(oldest) + lag;
    }

    /** The number of windows that are open and have values. */
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

    private List<Panes> allPanes() {
        List<Panes> all = new ArrayList<>();
        all.add(this);
        if (several != null) {
            all.addAll(Arrays.asList(several.further));
        }
        return all;
    }

    private static void addStarts(Panes of, SortedSet<Long> starts) {
        for (int pane = 0; pane < of.panes; pane++) {
            starts.add(of.start(pane));
        }
    }

    /** All windows that close until this time, by the series' own clock, are closed; {@link Long#MIN_VALUE} if no value came. */
    public long closedUntil() {
        return passed;
    }

    /** Forgets everything, but that all windows that close until {@code closedUntil} are closed. */
    public void reset(long closedUntil) {
        clearAll();
        several = null;
        onlyField = NO_COLUMN;
        oldest = NEVER;
        passed = closedUntil;
        watermark = Long.MIN_VALUE;
        lag = 0;
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
        for (Panes each : allPanes()) {
            each.writePanes(out);
        }
    }

    /** Restores what {@link #write} wrote under the same spec. */
    public void read(DataInput in) throws IOException {
        reset(in.readLong());
        watermark = in.readLong();
        lag = in.readLong();
        oldest = in.readLong();
        for (int left = bounded(in.readInt(), MAX_COLUMNS); left > 0; left--) {
            addColumn(bounded(in.readInt(), MAX_COLUMNS));
        }
        for (Panes each : allPanes()) {
            each.readPanes(in);
        }
    }
}
