package io.weir.processing.aggregate;

import io.weir.processing.aggregate.cell.CellLayout;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Windows of a series that overlap. A pane lasts from the start of one window to the start of the
 * next. When a window closes, it is computed from its panes and points; those of its first pane are
 * in no later window. The closed window is, for each column, the last one with values.
 */
public final class OverlappingValueContributions extends ValueContributions {

    /** Heap bytes beyond those of other windows. */
    private static final int MORE_BYTES = 16;

    /** Windows before this one have closed, although some have values that arrived later. */
    private long firstOpen = Long.MIN_VALUE;

    /** Creates a series without values. */
    public OverlappingValueContributions(GroupShape shape) {
        super(shape);
    }

    @Override
    public long estimatedBytes() {
        return super.estimatedBytes() + MORE_BYTES;
    }

    /**
     * Adds a value to those of its windows that are open. What it returns {@link
     * Added#isLate is late} if at least one is closed.
     */
    @Override
    Added add(long timestamp, int input, long bits, boolean isInteger, long logNanos, boolean mayGrow) {
        long last = shape.start(timestamp);
        long first = shape.firstStart(last);
        if (!WindowSpec.hasWindows(timestamp) || !hasClosed(first, logNanos)) {
            return super.add(timestamp, input, bits, isInteger, logNanos, mayGrow);
        }
        boolean isDue = closesAt() <= logNanos;
        Added added = super.add(timestamp, input, bits, isInteger, logNanos, mayGrow);
        if (added == Added.LATE || added.isRefusal()) {
            return added;
        }
        // A window that is due still takes values.
        firstOpen = isDue ? firstOpen : Math.max(firstOpen, firstOpenStart(timestamp, logNanos));
        return added.late();
    }

    @Override
    boolean hasClosed(long start, long logNanos) {
        return start < firstOpen || super.hasClosed(start, logNanos);
    }

    @Override
    long firstStart() {
        long pane = super.firstStart();
        return pane == NEVER ? NEVER : Math.max(shape.firstStart(pane), Math.max(next, firstOpen));
    }

    @Override
    int contributeValues(PartialWindow to, GroupPlan plan) {
        long paneEnd = to.start() + shape.everyNanos();
        if (layout.hasBefore()) {
            foldBefore(to.start(), paneEnd);
        }
        boolean hasContributed = false;
        undefined = 0;
        long values = 0;
        for (int column = 0; column < columnsHere; column++) {
            boolean hasValues = closeColumn(column, to.start() + shape.lengthNanos());
            if (hasValues || isHeld(column, to.start())) {
                if (!hasValues) {
                    dependOn(lastClosedAt(column));
                }
                values += hasValues ? CellLayout.count(cells, entry(CLOSED, column)) : 0;
                hasContributed |= contribute(to, plan, column, CLOSED, hasValues);
            }
        }
        if (hasContributed) {
            to.count(values, plan.tags());
        }
        removePane(to.start(), paneEnd);
        releaseClosedHere();
        next = paneEnd;
        forgetEnds();
        return undefined;
    }

    /** Merges the values before {@code end}. Without any, the closed window stays, and the result is false. */
    private boolean closeColumn(int column, long end) {
        int points = keepsPoints() ? until(column, end - 1) : 0;
        if (points == 0 && !hasPaneBefore(column, end)) {
            return false;
        }
        int closed = entry(CLOSED, column);
        boolean wasOfFloats = cells[closed] > 0 && !CellLayout.isOfIntegers(cells, closed);
        Arrays.fill(cells, closed, closed + layout.size, 0);
        for (int pane = 0; pane < panes && start(pane) < end; pane++) {
            mergePane(pane, column);
        }
        addPoints(CLOSED, column, points);
        if (wasOfFloats) {
            layout.toFloat(cells, closed);
        }
        int before = entry(BEFORE, column);
        boolean begins = layout.hasBefore() && cells[before] > 0;
        if (begins && !isInterrupted(layout.lastAt(cells, before), layout.firstAt(cells, closed))) {
            layout.begin(cells, closed, before);
            dependOn(layout.lastAt(cells, before));
        }
        return true;
    }

    private boolean hasPaneBefore(int column, long end) {
        for (int pane = 0; pane < panes && start(pane) < end; pane++) {
            if (cells[entry(pane, column)] > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    boolean lastIn(long from, long to) {
        return super.lastIn(from, to) || begins(last -> last >= from && last < to);
    }

    @Override
    public int open() {
        int open = 0;
        long from = Math.max(next, firstOpen);
        for (long start : starts()) {
            from = Math.max(from, shape.firstStart(start));
            open += (int) ((start - from) / shape.everyNanos()) + 1;
            from = start + shape.everyNanos();
        }
        return open;
    }

    @Override
    void resetValues() {
        super.resetValues();
        firstOpen = Long.MIN_VALUE;
    }

    @Override
    void writeValues(DataOutput out) throws IOException {
        super.writeValues(out);
        out.writeLong(firstOpen);
    }

    @Override
    void readValues(DataInput in) throws IOException {
        super.readValues(in);
        firstOpen = in.readLong();
    }
}
