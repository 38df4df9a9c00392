package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * The open windows of up to {@value #MOST_COLUMNS} columns: adds values, and merges those of a
 * window that closes.
 *
 * <p>If the rule replaces repeats, a value becomes a point, and replaces the point with its stamp. When
 * there is no space for another point, the oldest one is folded into the entry of its pane. So the
 * values of an entry are older than all points of its column. Not thread-safe.
 */
class ColumnWindows extends Panes {

    /**
     * @param remembers whether an increase or integral begins at the last value before its window;
     *     costs nothing in a layout without these
     */
    ColumnWindows(CellLayout layout, Repeats repeats, boolean remembers) {
        super(layout, repeats, remembers);
    }

    /**
     * Adds a value as a point.
     *
     * @param mayGrow whether the point may take memory; without, the oldest one is folded
     */
    final Added addPoint(int column, long stamp, long bits, boolean isInteger, long paneNanos, boolean mayGrow) {
        int point = until(column, stamp);
        if (point > 0 && stamp(column, point - 1) == stamp) {
            replace(column, point - 1, bits, isInteger);
            return Added.REPLACED;
        }
        if (point == 0 && hasFolded(column)) {
            Added added = addToPane(column, stamp, bits, isInteger, paneNanos, mayGrow);
            return added.isRefusal() ? added : Added.UNCHECKED;
        }
        if (isFull(column) && mayGrow && pointCapacity() < MOST) {
            resizePoints(columnsHere, columnCapacity, morePoints());
            hasGrown = true;
        } else if (isFull(column) && point == 0) {
            Added added = addToPane(column, stamp, bits, isInteger, paneNanos, mayGrow);
            return added.isRefusal() ? added : Added.OPENED;
        } else if (isFull(column)) {
            Added folded =
                    addToPane(column, stamp(column, 0), bits(column, 0), isInteger(column, 0), paneNanos, mayGrow);
            if (folded.isRefusal()) {
                return folded;
            }
            removePoints(column, 1);
            point--;
        }
        insert(column, point, stamp, bits, isInteger);
        return point == 0 ? Added.OPENED : Added.ADDED;
    }

    private boolean hasFolded(int column) {
        for (int pane = 0; pane < panes; pane++) {
            if (cells[entry(pane, column)] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds a value to the entry of its pane. */
    final Added addToPane(int column, long stamp, long bits, boolean isInteger, long paneNanos, boolean mayGrow) {
        int pane = panes - 1;
        // Most values belong to the last pane. A division costs as much as the rest.
        if (pane < 0 || stamp < start(pane) || stamp - start(pane) >= paneNanos) {
            long start = Math.floorDiv(stamp, paneNanos) * paneNanos;
            pane = find(start);
            if (pane == NO_PANE) {
                return addToNewPane(start, column, stamp, bits, isInteger, mayGrow);
            }
        }
        if (!mayGrow && needsMemory(pane, column, bits, isInteger)) {
            return Added.REFUSED;
        }
        add(pane, column, stamp, bits, isInteger);
        return Added.ADDED;
    }

    /** Adds a value to the only pane, whatever its stamp. */
    final Added addToOnlyPane(int column, long stamp, long bits, boolean isInteger, boolean mayGrow) {
        if (panes == 0) {
            return addToNewPane(0, column, stamp, bits, isInteger, mayGrow);
        }
        if (!mayGrow && needsMemory(0, column, bits, isInteger)) {
            return Added.REFUSED;
        }
        add(0, column, stamp, bits, isInteger);
        return Added.ADDED;
    }

    private Added addToNewPane(long start, int column, long stamp, long bits, boolean isInteger, boolean mayGrow) {
        if (panes >= GroupRule.MOST_WINDOWS) {
            return Added.TOO_MANY;
        }
        if (!mayGrow && (isFull() || needsMemoryForFirst())) {
            return Added.REFUSED;
        }
        add(insert(start), column, stamp, bits, isInteger);
        return Added.OPENED;
    }

    /** Removes the points before {@code end}, which have been in all their windows. */
    private void removeBefore(long end) {
        for (int column = 0; keepsPoints() && column < columnsHere; column++) {
            removePoints(column, until(column, end - 1));
        }
    }

    /** Folds the points before {@code end} into the pane that starts at {@code start}. */
    final void foldBefore(long start, long end) {
        for (int column = 0; keepsPoints() && column < columnsHere; column++) {
            int count = until(column, end - 1);
            if (count > 0) {
                int known = find(start);
                addPoints(known == NO_PANE ? insert(start) : known, column, count);
                removePoints(column, count);
            }
        }
    }

    /**
     * Adds the first points to a pane that closes. Memory of its sketch is not counted: it is
     * released before another series closes a window.
     */
    final void addPoints(int pane, int column, int count) {
        for (int point = 0; point < count; point++) {
            long bits = bits(column, point);
            boolean isInteger = isInteger(column, point);
            int entry = entry(pane, column);
            long stamp = stamp(column, point);
            if (layout.hasBefore()
                    && cells[entry] > 0
                    && isInterrupted(layout.lastAt(cells, entry), stamp(column, point))) {
                layout.interrupt(cells, entry, stamp, bits, isInteger);
            }
            layout.add(cells, entry, stamp, bits, isInteger);
            if (sketches != null) {
                sketches.add(sketch(pane, column), bits, isInteger);
            }
        }
    }

    /** Whether the series ended between two of its values. */
    boolean isInterrupted(long earlier, long later) {
        return false;
    }

    /** The earliest stamp of a point, or {@code Long.MAX_VALUE}. */
    final long firstPoint() {
        long first = Long.MAX_VALUE;
        for (int column = 0; keepsPoints() && column < columnsHere; column++) {
            if (points(column) > 0) {
                first = Math.min(first, stamp(column, 0));
            }
        }
        return first;
    }

    /** Passes on the timestamp of each point. */
    final void forEachStamp(LongConsumer to) {
        for (int column = 0; keepsPoints() && column < columnsHere; column++) {
            for (int point = 0; point < points(column); point++) {
                to.accept(stamp(column, point));
            }
        }
    }

    /**
     * Merges the values of the closed window.
     *
     * @param paneEnd the end of its first pane, which is in no later window
     * @param end the end of the window
     */
    final void close(long start, long paneEnd, long end) {
        if (first == -BEFORE) {
            foldBefore(start, paneEnd);
        }
        mergeBefore(end);
        removePane(start, paneEnd);
    }

    /** Removes the values of a pane, which are in no later window. */
    final void removePane(long start, long end) {
        removeBefore(end);
        while (panes > 0 && start(0) <= start) {
            removeFirst();
        }
    }

    private void mergeBefore(long end) {
        clear(CLOSED);
        for (int pane = 0; pane < panes && start(pane) < end; pane++) {
            for (int column = 0; column < columnsHere; column++) {
                mergePane(pane, column);
            }
        }
        for (int column = 0; keepsPoints() && column < columnsHere; column++) {
            addPoints(CLOSED, column, until(column, end - 1));
        }
        keepTypes();
        if (first == -BEFORE) {
            begin();
        }
    }

    /** Merges the values of a pane into the closed window. */
    final void mergePane(int pane, int column) {
        int from = entry(pane, column);
        if (cells[from] > 0) {
            layout.merge(cells, entry(CLOSED, column), cells, from);
            if (sketches != null) {
                sketches.merge(column, sketches, sketch(pane, column));
            }
        }
    }

    /** The time of the earliest value before the open windows that is remembered for itself, or {@code Long.MAX_VALUE}. */
    final long firstBefore() {
        long earliest = Long.MAX_VALUE;
        for (int column = 0; first == -BEFORE && column < columnsHere; column++) {
            int before = entry(BEFORE, column);
            earliest = cells[before] > 0 ? Math.min(earliest, layout.lastAt(cells, before)) : earliest;
        }
        return earliest;
    }

    /** The time of the latest value; the least value if there is none. */
    long lastAt() {
        long latest = lastClosedAt();
        for (int column = 0; column < columnsHere; column++) {
            int entry = entry(panes == 0 ? CLOSED : panes - 1, column);
            latest = cells[entry] > 0 ? Math.max(latest, layout.lastAt(cells, entry)) : latest;
            int points = keepsPoints() ? points(column) : 0;
            latest = points > 0 ? Math.max(latest, stamp(column, points - 1)) : latest;
        }
        return latest;
    }

    /** The time of the latest value in a closed window; the least value if there is none. */
    final long lastClosedAt() {
        long latest = Long.MIN_VALUE;
        for (int column = 0; column < columnsHere; column++) {
            latest = Math.max(latest, lastClosedAt(column));
        }
        return latest;
    }

    final long lastClosedAt(int column) {
        int last = entry(CLOSED, column);
        return cells[last] > 0 ? layout.lastAt(cells, last) : Long.MIN_VALUE;
    }

    /** Whether the last value of some column before the open windows is from {@code from} to before {@code to}. */
    boolean lastIn(long from, long to) {
        for (int column = 0; column < columnsHere; column++) {
            int last = entry(CLOSED, column);
            if (cells[last] > 0 && layout.lastAt(cells, last) >= from && layout.lastAt(cells, last) < to) {
                return true;
            }
        }
        return false;
    }

    /** Releases the memory of the closed window's sketches. */
    final void releaseClosedHere() {
        if (sketches != null) {
            sketches.clear(sketch(CLOSED, 0), sketch(CLOSED, columnCapacity));
        }
    }

    /** Whether the next result of some column begins at a value whose timestamp satisfies a condition. */
    final boolean begins(LongPredicate condition) {
        for (int column = 0; first == -BEFORE && column < columnsHere; column++) {
            int before = entry(BEFORE, column);
            if (cells[before] > 0 && condition.test(layout.lastAt(cells, before))) {
                return true;
            }
        }
        return false;
    }

    /** Values of a state may arrive before earlier ones: then the window begins at its own first value. */
    private void begin() {
        for (int column = 0; column < columnsHere; column++) {
            int entry = entry(CLOSED, column);
            int before = entry(BEFORE, column);
            if (cells[entry] > 0 && cells[before] > 0 && layout.firstAt(cells, entry) > layout.lastAt(cells, before)) {
                layout.begin(cells, entry, before);
            }
        }
    }

    /** A store refuses a field whose type changes to and fro. */
    private void keepTypes() {
        for (int column = 0; column < columnsHere; column++) {
            int entry = entry(CLOSED, column);
            if ((floats >> column & 1) != 0) {
                layout.toFloat(cells, entry);
            } else if (cells[entry] > 0 && !CellLayout.isOfIntegers(cells, entry)) {
                floats |= 1 << column;
            }
        }
    }

    /** Whether {@link #closedValue} is an integer, if it is defined. */
    final boolean isClosedInteger(int column, AggregateFunction function) {
        return CellLayout.isInteger(cells, entry(CLOSED, column), function);
    }

    /** {@link #closedValue} if it is an integer. */
    final long closedInteger(int column, AggregateFunction function) {
        return layout.integer(cells, entry(CLOSED, column), sketches, column, function);
    }

    /**
     * The result of a function over a column of the window that was closed last. The column must
     * have a value.
     */
    final double closedValue(int column, AggregateFunction function) {
        return layout.value(cells, entry(CLOSED, column), sketches, column, function);
    }
}
