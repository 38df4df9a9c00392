package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.cell.CellLayout;
import io.weir.processing.aggregate.group.GroupColumn;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one series contributes to the windows of its group under one rule: its values in the open
 * windows, by input, and the values that it holds from earlier ones.
 *
 * <p>A window closes by log time, for all series at once. Then the series contributes one value for each column of the
 * group. Without values in the window it contributes those of its last window with values, as long as the rule holds
 * them. Each window is contributed to once. Times are nanoseconds since the epoch. Not thread-safe.
 */
public sealed class SeriesWindows extends ColumnWindows
        permits HistogramWindows, OverlappingSeriesWindows, RevisedSeriesWindows {

    /** The close time if there is nothing to contribute. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int NO_COLUMN = -1;

    /** Heap bytes of this object beyond its panes, without the elements of its array. */
    private static final int OWN_BYTES = 56;

    private static final int[] NO_INPUTS = {};

    private final GroupShape shape;

    /** The input of each column, in the order of their first values. */
    private int[] inputs = NO_INPUTS;

    private int lastColumn;
    private boolean hasChangedSize;
    private boolean hasLeft;

    /** Those after some value of a closed window. */
    long[] ends = EndTimes.NONE;

    /** The number of undefined values of the current contribution. */
    int undefined;

    /** The first window that has not been contributed to; the least value before any was. */
    long next = Long.MIN_VALUE;

    public static SeriesWindows of(GroupShape shape) {
        if (shape.ofLines() != null) {
            return new HistogramWindows(shape);
        }
        return shape.overlaps()
                ? new OverlappingSeriesWindows(shape)
                : shape.revises() ? new RevisedSeriesWindows(shape) : new SeriesWindows(shape);
    }

    /** Creates a series without values. */
    public SeriesWindows(GroupShape shape) {
        super(shape.layout(), shape.repeats(), shape.overlaps());
        this.shape = shape;
    }

    /** Estimated heap bytes. Equal for equal state. */
    public long estimatedBytes() {
        return OWN_BYTES + bytes() + (long) Integer.BYTES * inputs.length + EndTimes.bytes(ends);
    }

    @Override
    boolean takeGrowth() {
        boolean hasGrown = super.takeGrowth() || hasChangedSize;
        hasChangedSize = false;
        return hasGrown;
    }

    /**
     * Adds a value.
     *
     * @param bits an integer, or the bits of a finite float
     * @param logNanos the time of the partition
     * @param mayGrow whether the value may take memory
     */
    Added add(long timestamp, int input, long bits, boolean isInteger, long logNanos, boolean mayGrow) {
        if (isLate(timestamp, logNanos)) {
            return Added.LATE;
        }
        int column = column(input);
        if (column == NO_COLUMN) {
            if (!mayGrow) {
                return Added.REFUSED;
            }
            column = addColumn(input);
        }
        Added added = keepsPoints()
                ? addPoint(column, timestamp, bits, isInteger, shape.everyNanos(), mayGrow)
                : addToPane(column, timestamp, bits, isInteger, shape.everyNanos(), mayGrow);
        return returned(added);
    }

    /** Ends the absence of a series that has left the group, unless its value was refused. */
    final Added returned(Added added) {
        if (added.isRefusal() || !hasLeft) {
            return added;
        }
        // What it held before is held again.
        hasLeft = false;
        return Added.OPENED;
    }

    /** Whether all windows of a value have closed. */
    boolean isLate(long timestamp, long logNanos) {
        return !WindowSpec.hasWindows(timestamp) || hasClosed(shape.start(timestamp), logNanos);
    }

    /** Whether the window that starts at {@code start} has closed. */
    boolean hasClosed(long start, long logNanos) {
        return shape.closesAt(start) <= logNanos || start < next;
    }

    /** Fields mostly arrive in the same order, so the column after the last one is probable. */
    private int column(int input) {
        int probable = lastColumn + 1 < columnsHere ? lastColumn + 1 : 0;
        if (probable < columnsHere && inputs[probable] == input) {
            lastColumn = probable;
            return probable;
        }
        for (int column = 0; column < columnsHere; column++) {
            if (inputs[column] == input) {
                lastColumn = column;
                return column;
            }
        }
        return NO_COLUMN;
    }

    private int addColumn(int input) {
        hasChangedSize = true;
        inputs = Arrays.copyOf(inputs, columnsHere + 1);
        inputs[columnsHere] = input;
        addColumn();
        return columnsHere - 1;
    }

    /** The log time of the next contribution, or {@link #NEVER}. */
    public long closesAt() {
        long start = nextStart();
        return start == NEVER ? NEVER : shape.closesAt(start);
    }

    /** The start of the next window to contribute to, or {@link #NEVER}. */
    long nextStart() {
        long first = firstStart();
        return next < first && holdsAny(next) ? next : first;
    }

    /** The start of the first open window with values, or {@link #NEVER}. */
    long firstStart() {
        long point = firstPoint();
        long first = point == Long.MAX_VALUE ? NEVER : shape.start(point);
        return panes > 0 ? Math.min(first, start(0)) : first;
    }

    /**
     * Whether a hold of the series was too short: it contributed nothing to the last window before
     * {@code start}, though it had not ended.
     */
    boolean returnsIn(long start) {
        if (next == Long.MIN_VALUE || start <= next || EndTimes.hasIn(ends, lastClosedAt(), start)) {
            return false;
        }
        for (int column = 0; column < columnsHere; column++) {
            if (shape.inputs().get(inputs[column]).holdNanos() > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsAny(long start) {
        for (int column = 0; column < columnsHere; column++) {
            if (isHeld(column, start)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last value of a column is still held at {@code start}. */
    final boolean isHeld(int column, long start) {
        return lasts(column, start) && isPresent(lastClosedAt(column), start);
    }

    /** Whether the series is in the group and has no end from a value to the end of a window. */
    final boolean isPresent(long valueAt, long start) {
        return !hasLeft && !EndTimes.hasIn(ends, valueAt, start + shape.lengthNanos());
    }

    /** Whether the last value of a column is held at {@code start} unless the series has ended. */
    private boolean lasts(int column, long start) {
        return cells[entry(CLOSED, column)] > 0
                && start - lastClosedAt(column)
                        <= shape.inputs().get(inputs[column]).holdNanos();
    }

    /**
     * Contributes to the window of {@link #nextStart}, and closes it for this series. The members
     * of the window must not be full.
     *
     * @param plan the series in the group
     * @return the number of values that are undefined and not contributed
     */
    int contribute(PartialWindow to, GroupPlan plan) {
        foldBefore(to.start(), to.start() + shape.lengthNanos());
        boolean hasPane = panes > 0 && start(0) == to.start();
        boolean hasContributed = false;
        undefined = 0;
        long values = 0;
        for (int column = 0; column < columnsHere; column++) {
            int entry = hasPane ? entry(0, column) : entry(CLOSED, column);
            boolean hasValues = hasPane && cells[entry] > 0;
            if (hasValues) {
                keepType(column);
                begin(column);
                values += CellLayout.count(cells, entry);
                hasContributed |= contribute(to, plan, column, 0, true);
            } else if (isHeld(column, to.start())) {
                dependOnLast(layout.lastAt(cells, entry(CLOSED, column)));
                hasContributed |= contribute(to, plan, column, CLOSED, false);
            }
        }
        if (hasContributed) {
            to.count(values, plan.tags());
        }
        if (hasPane) {
            closeFirst();
        }
        next = to.start() + shape.lengthNanos();
        forgetEnds();
        return undefined;
    }

    /** A store refuses a field whose type changes to and fro: after floats, all values are floats. */
    private void keepType(int column) {
        int last = entry(CLOSED, column);
        if (cells[last] > 0 && !CellLayout.isOfIntegers(cells, last)) {
            layout.toFloat(cells, entry(0, column));
        }
    }

    /** An increase or integral in a window begins at the last value before it. */
    private void begin(int column) {
        int last = entry(CLOSED, column);
        boolean begins = layout.hasBefore() && cells[last] > 0;
        if (begins && !isInterrupted(layout.lastAt(cells, last), layout.firstAt(cells, entry(0, column)))) {
            layout.begin(cells, entry(0, column), last);
            dependOnLast(layout.lastAt(cells, last));
        }
    }

    @Override
    final boolean isInterrupted(long earlier, long later) {
        return ends.length > 0 && EndTimes.hasIn(ends, earlier, later);
    }

    /** Notes that a contribution depends on the last value before its window. */
    void dependOnLast(long lastAt) {}

    /** Contributes one input; returns whether it has a value. */
    final boolean contribute(PartialWindow to, GroupPlan plan, int column, int pane, boolean hasValues) {
        boolean hasContributed = false;
        for (int i : shape.inputs().get(inputs[column]).columns()) {
            GroupColumn each = shape.columns().get(i);
            if (hasValues || each.holdNanos() > 0) {
                hasContributed |= contribute(to, i, plan, column, pane);
            }
        }
        return hasContributed;
    }

    private boolean contribute(PartialWindow to, int toColumn, GroupPlan plan, int column, int pane) {
        int entry = entry(pane, column);
        AggregateFunction of = shape.columns().get(toColumn).of();
        if (of == null) {
            to.column(toColumn).merge(0, cells, entry, sketches, sketch(pane, column));
            return true;
        }
        double value = layout.value(cells, entry, null, 0, of);
        if (!Double.isFinite(value)) {
            undefined++;
            return false;
        }
        long stamp =
                of.kind() == AggregateFunction.Kind.FIRST ? layout.firstAt(cells, entry) : layout.lastAt(cells, entry);
        boolean isInteger = CellLayout.isInteger(cells, entry, of);
        long bits = isInteger ? layout.integer(cells, entry, null, 0, of) : Double.doubleToRawLongBits(value);
        double bound = shape.inputs().get(inputs[column]).bound();
        to.add(toColumn, plan, Double.isNaN(bound) ? plan.bound() : bound, stamp, bits, isInteger);
        return true;
    }

    /**
     * Ends the hold of values until {@code timestamp}, because the series has ended: a window that
     * lasts longer has its own values only.
     */
    void end(long timestamp, boolean mayGrow) {
        ends = EndTimes.with(ends, timestamp, mayGrow);
        forgetEnds();
    }

    /** Takes over the ends of the series in a group that it has left. */
    public void takeEnds(SeriesWindows left) {
        Arrays.stream(left.ends).forEach(end -> end(end, true));
    }

    /** Forgets the ends before all values that may be held, or begin a window. */
    void forgetEnds() {
        if (ends.length == 0) {
            return;
        }
        long first = next;
        for (int column = 0; column < columnsHere; column++) {
            if (layout.hasBefore() || lasts(column, next)) {
                first = Math.min(first, lastClosedAt(column));
            }
        }
        long[] left = EndTimes.since(ends, Math.min(first, firstBefore()));
        hasChangedSize |= left != ends;
        ends = left;
    }

    /** Ends the hold until the next value, because the series has left the group. */
    public void leave() {
        hasLeft = true;
    }

    /** Whether a window with values is open. */
    public boolean isOpen() {
        return panes > 0 || firstPoint() != Long.MAX_VALUE;
    }

    /** The number of open windows with values. */
    public int open() {
        return starts().size();
    }

    /** For each value, the start of the last window with it. */
    final SortedSet<Long> starts() {
        SortedSet<Long> starts = new TreeSet<>();
        for (int pane = 0; pane < panes; pane++) {
            starts.add(start(pane));
        }
        forEachStamp(stamp -> starts.add(shape.start(stamp)));
        return starts;
    }

    /** Removes all values. */
    public void reset() {
        clearAll();
        inputs = NO_INPUTS;
        next = Long.MIN_VALUE;
        hasLeft = false;
        ends = EndTimes.NONE;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(next);
        out.writeBoolean(hasLeft);
        EndTimes.write(ends, out);
        out.writeInt(columnsHere);
        for (int column = 0; column < columnsHere; column++) {
            out.writeInt(inputs[column]);
        }
        writePanes(out);
        for (int column = 0; column < columnsHere; column++) {
            layout.write(cells, entry(CLOSED, column), out);
        }
    }

    /** Restores what {@link #write} wrote under the same shape. */
    public void read(DataInput in) throws IOException {
        reset();
        next = in.readLong();
        hasLeft = in.readBoolean();
        ends = EndTimes.read(in);
        for (int left = bounded(in.readInt(), shape.inputs().size()); left > 0; left--) {
            addColumn(bounded(in.readInt(), shape.inputs().size() - 1));
        }
        readPanes(in);
        for (int column = 0; column < columnsHere; column++) {
            layout.read(cells, entry(CLOSED, column), in);
        }
    }
}
