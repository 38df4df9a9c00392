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
 * has passed its end plus grace. A series that falls silent is closed by log time, translated into its own clock by its
 * <em>lag</em>: how much later than stamped its latest value was received. So a host whose clock is wrong loses nothing and
 * disturbs nobody. Values of a closed window are late and left out. Times are nanoseconds since the epoch.
 *
 * <p>Windows are kept in flat arrays, oldest first; index 0 is the oldest. Not thread-safe.
 */
public final class Windows {

    /** No window is open, so no time closes one. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int COUNT = 0;
    private static final int SUM = 1;
    private static final int MIN = 2;
    private static final int MAX = 3;
    private static final int FIRST = 4;
    private static final int LAST = 5;
    private static final int CELLS = 6;
    private static final int FIRST_AT = 0;
    private static final int LAST_AT = 1;
    private static final int STAMPS = 2;

    private final WindowSpec spec;
    private long[] starts = new long[2];
    private double[] cells;
    private long[] stamps;
    private int open;
    private long closedUntil = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long lag;

    /** No windows yet. */
    public Windows(WindowSpec spec) {
        this.spec = spec;
        this.cells = new double[starts.length * spec.fields() * CELLS];
        this.stamps = new long[starts.length * spec.fields() * STAMPS];
    }

    /** The series was heard of: a value stamped {@code timestamp} was received at {@code receivedNanos}. */
    public void observe(long timestamp, long receivedNanos) {
        if (timestamp >= watermark) {
            watermark = timestamp;
            lag = receivedNanos - timestamp;
        }
    }

    /** Adds a value to its window. Returns false if that window is closed: the value came too late. */
    public boolean add(long timestamp, int field, double value) {
        long start = spec.start(timestamp);
        if (start < closedUntil) {
            return false;
        }
        int cell = (indexOf(start) * spec.fields() + field) * CELLS;
        int stamp = cell / CELLS * STAMPS;
        boolean isFirstValue = cells[cell + COUNT]++ == 0;
        cells[cell + SUM] += value;
        if (isFirstValue || value < cells[cell + MIN]) {
            cells[cell + MIN] = value;
        }
        if (isFirstValue || value > cells[cell + MAX]) {
            cells[cell + MAX] = value;
        }
        if (isFirstValue || timestamp < stamps[stamp + FIRST_AT]) {
            cells[cell + FIRST] = value;
            stamps[stamp + FIRST_AT] = timestamp;
        }
        if (isFirstValue || timestamp >= stamps[stamp + LAST_AT]) {
            cells[cell + LAST] = value;
            stamps[stamp + LAST_AT] = timestamp;
        }
        return true;
    }

    /** How many of the oldest windows the series' own time has closed. */
    public int closable() {
        return closableAt(watermark);
    }

    /** How many of the oldest windows log time has closed, be the series silent or not. */
    public int closableAtLogTime(long logNanos) {
        return closableAt(logNanos - lag);
    }

    private int closableAt(long seriesNanos) {
        int count = 0;
        while (count < open && starts[count] + spec.lengthNanos() + spec.graceNanos() <= seriesNanos) {
            count++;
        }
        return count;
    }

    /** The log time at which the oldest window closes, {@link #NEVER} if none is open. */
    public long closesAtLogTime() {
        return open == 0 ? NEVER : starts[0] + spec.lengthNanos() + spec.graceNanos() + lag;
    }

    /** The number of open windows. */
    public int open() {
        return open;
    }

    /** The start of an open window. */
    public long start(int index) {
        return starts[index];
    }

    /** The number of values of a field in an open window. */
    public long count(int index, int field) {
        return (long) cells[(index * spec.fields() + field) * CELLS + COUNT];
    }

    /** The value of a function over a field with at least one value in an open window. */
    public double value(int index, int field, AggregateFunction function) {
        int cell = (index * spec.fields() + field) * CELLS;
        return switch (function) {
            case COUNT -> cells[cell + COUNT];
            case SUM -> cells[cell + SUM];
            case MEAN -> cells[cell + SUM] / cells[cell + COUNT];
            case MIN -> cells[cell + MIN];
            case MAX -> cells[cell + MAX];
            case FIRST -> cells[cell + FIRST];
            case LAST -> cells[cell + LAST];
        };
    }

    /** Closes the {@code count} oldest windows for good. */
    public void close(int count) {
        if (count == 0) {
            return;
        }
        closedUntil = starts[count - 1] + spec.lengthNanos();
        shift(count, 0);
        open -= count;
    }

    /** Forgets everything. */
    public void reset() {
        open = 0;
        closedUntil = Long.MIN_VALUE;
        watermark = Long.MIN_VALUE;
        lag = 0;
    }

    private int indexOf(long start) {
        int index = open;
        while (index > 0 && starts[index - 1] >= start) {
            index--;
        }
        if (index == open || starts[index] != start) {
            insert(index, start);
        }
        return index;
    }

    private void insert(int index, long start) {
        if (open == starts.length) {
            starts = Arrays.copyOf(starts, open * 2);
            cells = Arrays.copyOf(cells, cells.length * 2);
            stamps = Arrays.copyOf(stamps, stamps.length * 2);
        }
        shift(index, index + 1);
        open++;
        starts[index] = start;
        int first = index * spec.fields();
        Arrays.fill(cells, first * CELLS, (first + spec.fields()) * CELLS, 0);
    }

    /** Moves the windows from index {@code from} on to index {@code to}. */
    private void shift(int from, int to) {
        int count = open - from;
        int fields = spec.fields();
        System.arraycopy(starts, from, starts, to, count);
        System.arraycopy(cells, from * fields * CELLS, cells, to * fields * CELLS, count * fields * CELLS);
        System.arraycopy(stamps, from * fields * STAMPS, stamps, to * fields * STAMPS, count * fields * STAMPS);
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(closedUntil);
        out.writeLong(watermark);
        out.writeLong(lag);
        out.writeInt(open);
        for (int index = 0; index < open; index++) {
            out.writeLong(starts[index]);
        }
        for (int cell = 0; cell < open * spec.fields() * CELLS; cell++) {
            out.writeDouble(cells[cell]);
        }
        for (int stamp = 0; stamp < open * spec.fields() * STAMPS; stamp++) {
            out.writeLong(stamps[stamp]);
        }
    }

    /** Restores what {@link #write} wrote under the same spec. */
    public void read(DataInput in) throws IOException {
        closedUntil = in.readLong();
        watermark = in.readLong();
        lag = in.readLong();
        open = in.readInt();
        int capacity = Math.max(2, Integer.highestOneBit(Math.max(1, open)) * 2);
        starts = new long[capacity];
        cells = new double[capacity * spec.fields() * CELLS];
        stamps = new long[capacity * spec.fields() * STAMPS];
        for (int index = 0; index < open; index++) {
            starts[index] = in.readLong();
        }
        for (int cell = 0; cell < open * spec.fields() * CELLS; cell++) {
            cells[cell] = in.readDouble();
        }
        for (int stamp = 0; stamp < open * spec.fields() * STAMPS; stamp++) {
            stamps[stamp] = in.readLong();
        }
    }
}
