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
 * The contributions of a series of values: its values in the open windows, by input, and the values that it holds from
 * earlier ones. The series contributes one value for each column of the group.
 */
public sealed class ValueContributions extends Contributions permits OverlappingValueContributions {

    private static final int NO_COLUMN = -1;

    /** Heap bytes of the fields of this class, without the elements of its array. */
    private static final int OWN_BYTES = 32;

    private static final int[] NO_INPUTS = {};

    /** The input of each column, in the order of their first values. */
    private int[] inputs = NO_INPUTS;

    private int lastColumn;
    private boolean hasChangedSize;

    /** The number of undefined values of the current contribution. */
    int undefined;

    /** Creates a series without values. */
    ValueContributions(GroupShape shape) {
        super(shape);
    }

    @Override
    public long estimatedBytes() {
        return OWN_BYTES + super.estimatedBytes() + (long) Integer.BYTES * inputs.length;
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

    @Override
    final long nextWithValues() {
        long first = firstStart();
        return next < first && holdsAny(next) ? next : first;
    }

    /** The start of the first open window with values, or {@link #NEVER}. */
    long firstStart() {
        long point = firstPoint();
        long first = point == Long.MAX_VALUE ? NEVER : shape.start(point);
        return panes > 0 ? Math.min(first, start(0)) : first;
    }

    @Override
    final boolean returnsIn(long start) {
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

    /** Whether the last value of a column is held at {@code start} unless the series has ended. */
    private boolean lasts(int column, long start) {
        return cells[entry(CLOSED, column)] > 0
                && start - lastClosedAt(column)
                        <= shape.inputs().get(inputs[column]).holdNanos();
    }

    @Override
    int contributeValues(PartialWindow to, GroupPlan plan) {
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
                dependOn(layout.lastAt(cells, entry(CLOSED, column)));
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
            dependOn(layout.lastAt(cells, last));
        }
    }

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

    @Override
    final void forgetEnds() {
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

    @Override
    final boolean hasValues() {
        return panes > 0 || firstPoint() != Long.MAX_VALUE;
    }

    @Override
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

    @Override
    void resetValues() {
        clearAll();
        inputs = NO_INPUTS;
    }

    @Override
    void writeValues(DataOutput out) throws IOException {
        out.writeInt(columnsHere);
        for (int column = 0; column < columnsHere; column++) {
            out.writeInt(inputs[column]);
        }
        writePanes(out);
        for (int column = 0; column < columnsHere; column++) {
            layout.write(cells, entry(CLOSED, column), out);
        }
    }

    @Override
    void readValues(DataInput in) throws IOException {
        for (int left = bounded(in.readInt(), shape.inputs().size()); left > 0; left--) {
            addColumn(bounded(in.readInt(), shape.inputs().size() - 1));
        }
        readPanes(in);
        for (int column = 0; column < columnsHere; column++) {
            layout.read(cells, entry(CLOSED, column), in);
        }
    }
}
