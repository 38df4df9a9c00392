package io.weir.processing.window;

import io.weir.contract.rule.AggregateFunction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The open windows of one series under one aggregation, and what of time the series has seen.
 *
 * <p>A series lives by its own clock: the <em>watermark</em> is its latest timestamp, and a window closes once the watermark
 * has passed its end plus grace, whether or not it has values. A series that falls silent is closed by log time, translated
 * into its own clock by its <em>lag</em>: how much later than stamped its latest value was received. So a host whose clock is
 * wrong loses nothing and disturbs nobody. Values of a closed window are late. Times are nanoseconds since the epoch.
 *
 * <p>Values are added to <em>panes</em>: pieces of time from the begin of one window to the begin of the next. A window is made
 * of its panes when it closes, so that windows that overlap cost no more per value than others. Each pane has an entry for
 * each field, in <em>columns</em> that are given to fields as they come. Not thread-safe.
 */
public final class Windows {

    /** No window is open, so no time closes one. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_PANES = 1 << 13;
    private static final int MAX_COLUMNS = 1 << 13;
    private static final int NO_COLUMN = -1;
    private static final int[] NO_INDEX = {};

    private final WindowSpec spec;

    /** Of the panes, oldest first. */
    private long[] starts = new long[2];

    /** The entries of the window closed last, then of each pane. */
    private Cells cells;

    private int panes;

    /** The field of each column. */
    private int[] fields = new int[1];

    /** The column of each field; not used while there is one column only. */
    private int[] columnOfField = NO_INDEX;

    private int onlyField = NO_COLUMN;
    private int columns;
    private int columnRoom = 1;

    /** The start of the oldest window that is open and has values; {@link #NEVER} if there is none. */
    private long oldest = NEVER;

    private long closed = NEVER;
    private long passed = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    /** No windows yet. */
    public Windows(WindowSpec spec) {
        this.spec = spec;
        this.cells = new Cells(spec.layout(), entry(starts.length));
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
     * Adds a value to those of its windows that are open. Returns false if one is closed: for that, the value came too late.
     *
     * @param field any number that stands for the field, from 0 on; the smaller the better
     */
    public boolean add(long timestamp, int field, double value) {
        int pane = panes - 1;
        if (pane < 0 || timestamp < starts[pane] || timestamp - starts[pane] >= spec.everyNanos()) {
            long start = spec.lastStart(timestamp);
            if (spec.closesAt(start) <= passed) {
                return false;
            }
            pane = paneOf(start);
        }
        int column = column(field);
        cells.add(entry(pane) + column, timestamp, value);
        return spec.closesAt(spec.firstStart(starts[pane])) > passed;
    }

    private int entry(int pane) {
        return (1 + pane) * columnRoom;
    }

    private int column(int field) {
        if (field == onlyField) {
            return 0;
        }
        int known = field < columnOfField.length ? columnOfField[field] : NO_COLUMN;
        return known == NO_COLUMN ? addColumn(field) : known;
    }

    private int addColumn(int field) {
        if (columns == columnRoom) {
            widen(columns * 2);
        }
        fields[columns++] = field;
        indexColumns(columns == 2 ? 0 : columns - 1);
        return columns - 1;
    }

    private void widen(int room) {
        Cells wider = new Cells(spec.layout(), room * (1 + starts.length));
        for (int pane = 0; pane < panes; pane++) {
            cells.move(entry(pane), wider, room * (1 + pane), columns);
        }
        cells = wider;
        fields = Arrays.copyOf(fields, room);
        columnRoom = room;
    }

    private void indexColumns(int from) {
        onlyField = columns == 1 ? fields[0] : NO_COLUMN;
        for (int column = from; column < columns && columns > 1; column++) {
            int known = columnOfField.length;
            if (fields[column] >= known) {
                columnOfField = Arrays.copyOf(columnOfField, Math.max(fields[column] + 1, known * 2));
                Arrays.fill(columnOfField, known, columnOfField.length, NO_COLUMN);
            }
            columnOfField[fields[column]] = column;
        }
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
        closed = oldest;
        passed = Math.max(passed, spec.closesAt(closed));
        gather();
        drop();
        oldest = panes == 0 ? NEVER : Math.max(closed + spec.everyNanos(), spec.firstStart(starts[0]));
        return true;
    }

    /** Makes the closed window of its panes. */
    private void gather() {
        cells.clear(0, columns);
        long end = closed + spec.lengthNanos();
        for (int pane = 0; pane < panes && starts[pane] < end; pane++) {
            for (int column = 0; column < columns; column++) {
                cells.merge(column, cells, entry(pane) + column);
            }
        }
    }

    /** Forgets the first pane if the closed window was its last. */
    private void drop() {
        if (starts[0] == closed) {
            shift(1, 0);
            panes--;
            cells.clear(entry(panes), entry(panes + 1));
        }
    }

    /** The start of the window that was closed last. */
    public long start() {
        return closed;
    }

    /** Columns are numbered from 0 to below this, in the order in which their fields first came. */
    public int columns() {
        return columns;
    }

    /** The field of a column. */
    public int field(int column) {
        return fields[column];
    }

    /** The number of values of a field in the window that was closed last. */
    public long count(int column) {
        return cells.count(column);
    }

    /** The value of a function over a field with at least one value in the window that was closed last. */
    public double value(int column, AggregateFunction function) {
        return cells.value(column, function);
    }

    /** The log time at which the oldest window closes, {@link #NEVER} if none is open. */
    public long closesAtLogTime() {
        return oldest == NEVER ? NEVER : spec.closesAt(oldest) + lag;
    }

    /** The number of windows that are open and have values. */
    public int open() {
        int open = 0;
        long from = oldest;
        for (int pane = 0; pane < panes; pane++) {
            from = Math.max(from, spec.firstStart(starts[pane]));
            open += (int) ((starts[pane] - from) / spec.everyNanos()) + 1;
            from = starts[pane] + spec.everyNanos();
        }
        return open;
    }

    /** Forgets everything. */
    public void reset() {
        cells.clear(0, entry(panes));
        panes = 0;
        columns = 0;
        columnOfField = NO_INDEX;
        onlyField = NO_COLUMN;
        oldest = NEVER;
        passed = Long.MIN_VALUE;
        watermark = Long.MIN_VALUE;
        lag = 0;
    }

    private int paneOf(long start) {
        int pane = panes;
        while (pane > 0 && starts[pane - 1] >= start) {
            pane--;
        }
        if (pane == panes || starts[pane] != start) {
            insert(pane, start);
        }
        return pane;
    }

    private void insert(int pane, long start) {
        if (panes == starts.length) {
            starts = Arrays.copyOf(starts, panes * 2);
            cells.grow(entry(starts.length));
        }
        shift(pane, pane + 1);
        panes++;
        starts[pane] = start;
        cells.clear(entry(pane), entry(pane + 1));
        long first = spec.firstStart(start);
        while (first < start && spec.closesAt(first) <= passed) {
            first += spec.everyNanos();
        }
        oldest = Math.min(oldest, first);
    }

    /** Moves the panes from {@code from} on to {@code to}. */
    private void shift(int from, int to) {
        int count = panes - from;
        System.arraycopy(starts, from, starts, to, count);
        cells.move(entry(from), cells, entry(to), count * columnRoom);
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(passed);
        out.writeLong(watermark);
        out.writeLong(lag);
        out.writeLong(oldest);
        out.writeInt(columns);
        for (int column = 0; column < columns; column++) {
            out.writeInt(fields[column]);
        }
        out.writeInt(panes);
        for (int pane = 0; pane < panes; pane++) {
            out.writeLong(starts[pane]);
            for (int column = 0; column < columns; column++) {
                cells.write(entry(pane) + column, out);
            }
        }
    }

    /** Restores what {@link #write} wrote under the same spec. */
    public void read(DataInput in) throws IOException {
        passed = in.readLong();
        watermark = in.readLong();
        lag = in.readLong();
        oldest = in.readLong();
        columns = bounded(in.readInt(), MAX_COLUMNS);
        fields = new int[Math.max(1, columns)];
        for (int column = 0; column < columns; column++) {
            fields[column] = bounded(in.readInt(), MAX_COLUMNS);
        }
        columnRoom = fields.length;
        indexColumns(0);
        panes = bounded(in.readInt(), MAX_PANES);
        starts = new long[Math.max(2, panes)];
        cells = new Cells(spec.layout(), entry(starts.length));
        for (int pane = 0; pane < panes; pane++) {
            starts[pane] = in.readLong();
            for (int column = 0; column < columns; column++) {
                cells.read(entry(pane) + column, in);
            }
        }
    }

    private static int bounded(int count, int most) throws IOException {
        if (count < 0 || count > most) {
            throw new IOException("windows of " + count + " panes or columns, at most " + most);
        }
        return count;
    }
}
