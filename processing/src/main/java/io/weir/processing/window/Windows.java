package io.weir.processing.window;

import io.weir.contract.rule.AggregateFunction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
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
 * of its panes when it closes, so that windows that overlap cost no more per value than others. Each pane has an entry for
 * each field, in <em>columns</em> that are given to fields as they come. Flat in memory, because what is touched for a value of
 * one of a hundred thousand series is in no cache. Not thread-safe.
 */
public final class Windows {

    /** No window is open, so no time closes one. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_PANES = 1 << 13;
    private static final int MAX_COLUMNS = 1 << 13;
    private static final int NO_COLUMN = -1;
    private static final int[] NONE = {};

    private final WindowSpec spec;

    /** The window closed last, then each pane, oldest first: its start, and an entry for each column. */
    private long[] cells;

    private @Nullable Sketches sketches;
    private int panes;
    private int paneRoom = 2;
    private int columns;
    private int columnRoom = 1;

    /** The field of the only column, if there is one. */
    private int onlyField = NO_COLUMN;

    /** The field of each column, and the column of each field; not used while there is one column only. */
    private int[] fields = NONE;

    private int[] columnOfField = NONE;

    /** The start of the oldest window that is open and has values; {@link #NEVER} if there is none. */
    private long oldest = NEVER;

    private long passed = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    /** No windows yet. */
    public Windows(WindowSpec spec) {
        this.spec = spec;
        this.cells = new long[at(paneRoom)];
        this.sketches = Sketches.of(spec.layout(), sketch(paneRoom, 0));
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
        if (pane < 0 || timestamp < start(pane) || timestamp - start(pane) >= spec.everyNanos()) {
            long start = spec.lastStart(timestamp);
            if (spec.closesAt(start) <= passed) {
                return false;
            }
            pane = paneOf(start);
        }
        int column = column(field);
        spec.layout().add(cells, entry(pane, column), timestamp, value);
        if (sketches != null) {
            sketches.at(sketch(pane, column)).add(value);
        }
        return spec.closesAt(spec.firstStart(start(pane))) > passed;
    }

    /** Where a pane stands; -1 is the window closed last. */
    private int at(int pane) {
        return (1 + pane) * (1 + columnRoom * spec.layout().size);
    }

    private long start(int pane) {
        return cells[at(pane)];
    }

    private int entry(int pane, int column) {
        return at(pane) + 1 + column * spec.layout().size;
    }

    private int sketch(int pane, int column) {
        return (1 + pane) * columnRoom + column;
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
        if (columns == 0) {
            onlyField = field;
            return columns++;
        }
        if (columns == 1) {
            fields[0] = onlyField;
            index(0);
            onlyField = NO_COLUMN;
        }
        fields[columns] = field;
        index(columns);
        return columns++;
    }

    private void widen(int room) {
        long[] before = cells;
        Sketches sketchesBefore = sketches;
        int stride = at(0);
        int roomBefore = columnRoom;
        columnRoom = room;
        cells = new long[at(paneRoom)];
        sketches = Sketches.of(spec.layout(), sketch(paneRoom, 0));
        for (int pane = 0; pane <= panes; pane++) {
            System.arraycopy(before, pane * stride, cells, at(pane - 1), stride);
            if (sketches != null && sketchesBefore != null) {
                sketchesBefore.move(pane * roomBefore, sketches, sketch(pane - 1, 0), columns);
            }
        }
        fields = Arrays.copyOf(fields, room);
    }

    private void index(int column) {
        int field = fields[column];
        int known = columnOfField.length;
        if (field >= known) {
            columnOfField = Arrays.copyOf(columnOfField, Math.max(field + 1, known * 2));
            Arrays.fill(columnOfField, known, columnOfField.length, NO_COLUMN);
        }
        columnOfField[field] = column;
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
        gather(closed);
        if (start(0) == closed) {
            shift(1, 0);
            panes--;
        }
        oldest = panes == 0 ? NEVER : Math.max(closed + spec.everyNanos(), spec.firstStart(start(0)));
        return true;
    }

    /** Makes the closed window of its panes. */
    private void gather(long closed) {
        clear(-1);
        cells[0] = closed;
        long end = closed + spec.lengthNanos();
        for (int pane = 0; pane < panes && start(pane) < end; pane++) {
            for (int column = 0; column < columns; column++) {
                int from = entry(pane, column);
                if (cells[from] > 0) {
                    spec.layout().merge(cells, entry(-1, column), cells, from);
                    if (sketches != null) {
                        sketches.merge(column, sketches, sketch(pane, column));
                    }
                }
            }
        }
    }

    /** The start of the window that was closed last. */
    public long start() {
        return cells[0];
    }

    /** Columns are numbered from 0 to below this, in the order in which their fields first came. */
    public int columns() {
        return columns;
    }

    /** The field of a column. */
    public int field(int column) {
        return columns == 1 ? onlyField : fields[column];
    }

    /** The number of values of a field in the window that was closed last. */
    public long count(int column) {
        return cells[entry(-1, column)];
    }

    /** The value of a function over a field with at least one value in the window that was closed last. */
    public double value(int column, AggregateFunction function) {
        return spec.layout().value(cells, entry(-1, column), sketches == null ? null : sketches.at(column), function);
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
            from = Math.max(from, spec.firstStart(start(pane)));
            open += (int) ((start(pane) - from) / spec.everyNanos()) + 1;
            from = start(pane) + spec.everyNanos();
        }
        return open;
    }

    /** All windows that close until then, by the series' own clock, are closed; {@link Long#MIN_VALUE} if none is. */
    public long closedUntil() {
        return passed;
    }

    /** Forgets everything, but that all windows that close until {@code closedUntil} are closed. */
    public void reset(long closedUntil) {
        panes = 0;
        columns = 0;
        onlyField = NO_COLUMN;
        columnOfField = NONE;
        oldest = NEVER;
        passed = closedUntil;
        watermark = Long.MIN_VALUE;
        lag = 0;
    }

    private int paneOf(long start) {
        int pane = panes;
        while (pane > 0 && start(pane - 1) >= start) {
            pane--;
        }
        if (pane == panes || start(pane) != start) {
            insert(pane, start);
        }
        return pane;
    }

    private void insert(int pane, long start) {
        if (panes == paneRoom) {
            paneRoom *= 2;
            cells = Arrays.copyOf(cells, at(paneRoom));
            if (sketches != null) {
                sketches.grow(sketch(paneRoom, 0));
            }
        }
        shift(pane, pane + 1);
        panes++;
        clear(pane);
        cells[at(pane)] = start;
        long first = spec.firstStart(start);
        while (first < start && spec.closesAt(first) <= passed) {
            first += spec.everyNanos();
        }
        oldest = Math.min(oldest, first);
    }

    /** Moves the panes from {@code from} on to {@code to}. */
    private void shift(int from, int to) {
        System.arraycopy(cells, at(from), cells, at(to), at(panes) - at(from));
        if (sketches != null) {
            sketches.move(sketch(from, 0), sketches, sketch(to, 0), (panes - from) * columnRoom);
        }
    }

    /** Whatever stood where a pane is to stand is gone. */
    private void clear(int pane) {
        Arrays.fill(cells, at(pane), at(pane + 1), 0);
        if (sketches != null) {
            sketches.clear(sketch(pane, 0), sketch(pane + 1, 0));
        }
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(passed);
        out.writeLong(watermark);
        out.writeLong(lag);
        out.writeLong(oldest);
        out.writeInt(columns);
        for (int column = 0; column < columns; column++) {
            out.writeInt(field(column));
        }
        out.writeInt(panes);
        for (int pane = 0; pane < panes; pane++) {
            out.writeLong(start(pane));
            for (int column = 0; column < columns; column++) {
                int entry = entry(pane, column);
                spec.layout().write(cells, entry, out);
                if (sketches != null && cells[entry] > 0) {
                    sketches.at(sketch(pane, column)).write(out);
                }
            }
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
        panes = bounded(in.readInt(), MAX_PANES);
        paneRoom = Math.max(2, panes);
        cells = new long[at(paneRoom)];
        sketches = Sketches.of(spec.layout(), sketch(paneRoom, 0));
        for (int pane = 0; pane < panes; pane++) {
            cells[at(pane)] = in.readLong();
            for (int column = 0; column < columns; column++) {
                int entry = entry(pane, column);
                spec.layout().read(cells, entry, in);
                if (sketches != null && cells[entry] > 0) {
                    sketches.at(sketch(pane, column)).read(in);
                }
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
