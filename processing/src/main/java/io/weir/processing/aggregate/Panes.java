package io.weir.processing.aggregate;

import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;
import io.weir.processing.aggregate.cell.Sketches;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of time, oldest first, each with an entry for each of at most {@value #MOST_COLUMNS}
 * columns. Flat in memory, because with a hundred thousand series the objects of one are in no
 * cache.
 *
 * <p>Space grows by doubling and is kept until {@link #clearAll}, so a series with as many windows
 * as before needs no more memory. {@link #writePanes} saves the capacity, so {@link #bytes} is the
 * same after a restart. Not thread-safe.
 */
class Panes extends Points {

    static final int COLUMN_BITS = 3;
    static final int MOST_COLUMNS = 1 << COLUMN_BITS;

    /** Index before the first pane: the window that was closed last. */
    static final int CLOSED = -1;

    /** Index of the entries with the last values before all panes, in panes that remember them. */
    static final int BEFORE = -2;

    static final int NO_PANE = -3;

    /** More than {@code GroupRule.MOST_WINDOWS}, so that the window that closes has a place, too. */
    private static final int MAX_PANES = 1 << 14;

    private static final int LEAST_CAPACITY = 2;

    /** Heap bytes of this object and its arrays, without their elements. */
    private static final int OWN_BYTES = 136;

    final CellLayout layout;
    long[] cells;

    /** The index of the first pane in the cells, in panes. */
    final int first;

    @Nullable
    Sketches sketches;

    int panes;
    private int paneCapacity = LEAST_CAPACITY;
    int columnsHere;
    int columnCapacity = 1;

    /** A bit for each column with a closed window of floats: its later windows are of floats too. */
    int floats;

    /** Whether {@link #bytes} has grown since {@link #takeGrowth}. */
    boolean hasGrown;

    /**
     * @param remembers whether an increase or integral begins at the last value before its window;
     *     costs nothing in a layout without these
     */
    Panes(CellLayout layout, Repeats repeats, boolean remembers) {
        this.layout = layout;
        this.first = remembers && layout.hasBefore() ? -BEFORE : -CLOSED;
        cells = new long[at(paneCapacity)];
        sketches = layout.sketches(sketch(paneCapacity, 0));
        allocatePoints(columnCapacity, repeats == Repeats.COUNT ? 0 : 1);
    }

    /** Estimated heap bytes. */
    final long bytes() {
        return OWN_BYTES + (long) Long.BYTES * cells.length + pointBytes() + (sketches == null ? 0 : sketches.bytes());
    }

    private int at(int pane) {
        return (first + pane) * (1 + columnCapacity * layout.size);
    }

    final long start(int pane) {
        return cells[at(pane)];
    }

    /** Sets the start of the closed window. */
    final void startClosed(long start) {
        cells[at(CLOSED)] = start;
    }

    final int entry(int pane, int column) {
        return at(pane) + 1 + column * layout.size;
    }

    final int sketch(int pane, int column) {
        return (1 + pane) * columnCapacity + column;
    }

    /** Adds a value to the entry of a pane. */
    final void add(int pane, int column, long timestamp, long bits, boolean isInteger) {
        layout.add(cells, entry(pane, column), timestamp, bits, isInteger);
        if (sketches != null) {
            int sketch = sketch(pane, column);
            sketches.add(sketch, bits, isInteger);
            hasGrown |= sketches.takeGrowth(sketch);
        }
    }

    /** Returns whether {@link #bytes} has grown since the last call. */
    boolean takeGrowth() {
        boolean grown = hasGrown;
        if (grown) {
            hasGrown = false;
        }
        return grown;
    }

    /** Whether the first value of an entry needs memory. */
    final boolean needsMemoryForFirst() {
        return sketches != null && sketches.needsMemoryForFirst();
    }

    /** Whether another value of an entry needs memory. */
    final boolean needsMemory(int pane, int column, long bits, boolean isInteger) {
        return sketches != null && sketches.needsMemory(sketch(pane, column), bits, isInteger);
    }

    /** The pane that starts at {@code start}, or {@link #NO_PANE}. */
    final int find(long start) {
        int pane = place(start);
        return pane < panes && start(pane) == start ? pane : NO_PANE;
    }

    private int place(long start) {
        int pane = panes;
        while (pane > 0 && start(pane - 1) >= start) {
            pane--;
        }
        return pane;
    }

    /** Whether another pane needs memory. */
    final boolean isFull() {
        return panes == paneCapacity;
    }

    /** Inserts a pane without values, in order of start. */
    final int insert(long start) {
        if (isFull()) {
            hasGrown = true;
            paneCapacity *= 2;
            cells = Arrays.copyOf(cells, at(paneCapacity));
            if (sketches != null) {
                sketches.grow(sketch(paneCapacity, 0));
            }
        }
        int pane = place(start);
        shift(pane, pane + 1);
        panes++;
        clear(pane);
        cells[at(pane)] = start;
        return pane;
    }

    /** Removes the first pane, which is in no open window, and remembers its last values. */
    final void removeFirst() {
        if (first == -BEFORE) {
            copyFirst(BEFORE);
        }
        shift(1, 0);
        panes--;
        if (sketches != null) {
            sketches.clear(sketch(panes, 0), sketch(panes + 1, 0));
        }
    }

    /**
     * Removes the first pane. Columns with values in it get them as those of the closed window; the
     * others keep theirs.
     */
    final void closeFirst() {
        copyFirst(CLOSED);
        removeFirst();
    }

    private void copyFirst(int to) {
        for (int column = 0; column < columnsHere; column++) {
            int from = entry(0, column);
            if (cells[from] > 0) {
                System.arraycopy(cells, from, cells, entry(to, column), layout.size);
            }
        }
    }

    /** Moves the panes from {@code from} on to {@code to}. */
    private void shift(int from, int to) {
        System.arraycopy(cells, at(from), cells, at(to), at(panes) - at(from));
        if (sketches != null) {
            sketches.move(sketch(from, 0), sketches, sketch(to, 0), (panes - from) * columnCapacity);
        }
    }

    /** Clears the cells of a reused pane. */
    final void clear(int pane) {
        Arrays.fill(cells, at(pane), at(pane + 1), 0);
        if (sketches != null) {
            sketches.clear(sketch(pane, 0), sketch(pane + 1, 0));
        }
    }

    final void addColumn() {
        if (columnsHere == columnCapacity) {
            widen(columnCapacity * 2);
        }
        columnsHere++;
    }

    private void widen(int capacity) {
        hasGrown = true;
        resizePoints(columnsHere, capacity, pointCapacity());
        long[] before = cells;
        Sketches sketchesBefore = sketches;
        int stride = at(1) - at(0);
        int capacityBefore = columnCapacity;
        columnCapacity = capacity;
        cells = new long[at(paneCapacity)];
        sketches = layout.sketches(sketch(paneCapacity, 0));
        if (sketches != null && sketchesBefore != null) {
            sketches.entryBytes(sketchesBefore.entryBytes());
        }
        for (int pane = -first; pane < panes; pane++) {
            System.arraycopy(before, (first + pane) * stride, cells, at(pane), stride);
        }
        for (int pane = CLOSED; sketches != null && sketchesBefore != null && pane < panes; pane++) {
            sketchesBefore.move((1 + pane) * capacityBefore, sketches, sketch(pane, 0), columnsHere);
        }
    }

    /** Removes all panes and columns and releases their memory. */
    final void clearAll() {
        panes = 0;
        columnsHere = 0;
        columnCapacity = 1;
        floats = 0;
        allocate(LEAST_CAPACITY);
    }

    private void allocate(int capacity) {
        allocatePoints(columnCapacity, Math.min(pointCapacity(), 1));
        paneCapacity = capacity;
        cells = new long[at(capacity)];
        sketches = layout.sketches(sketch(capacity, 0));
    }

    final void writePanes(DataOutput out) throws IOException {
        out.writeByte(floats);
        out.writeInt(paneCapacity);
        if (sketches != null) {
            out.writeInt(sketches.entryBytes());
        }
        for (int column = 0; first == -BEFORE && column < columnsHere; column++) {
            layout.write(cells, entry(BEFORE, column), out);
        }
        writePoints(columnsHere, out);
        out.writeInt(panes);
        for (int pane = 0; pane < panes; pane++) {
            out.writeLong(start(pane));
            for (int column = 0; column < columnsHere; column++) {
                int entry = entry(pane, column);
                layout.write(cells, entry, out);
                if (sketches != null && cells[entry] > 0) {
                    sketches.write(sketch(pane, column), out);
                }
            }
        }
    }

    /** Fills panes that have columns but no values. */
    final void readPanes(DataInput in) throws IOException {
        floats = in.readUnsignedByte();
        allocate(bounded(in.readInt(), MAX_PANES));
        if (sketches != null) {
            sketches.entryBytes(in.readInt());
        }
        for (int column = 0; first == -BEFORE && column < columnsHere; column++) {
            layout.read(cells, entry(BEFORE, column), in);
        }
        readPoints(columnsHere, columnCapacity, in);
        panes = bounded(in.readInt(), paneCapacity);
        for (int pane = 0; pane < panes; pane++) {
            cells[at(pane)] = in.readLong();
            for (int column = 0; column < columnsHere; column++) {
                int entry = entry(pane, column);
                layout.read(cells, entry, in);
                if (sketches != null && cells[entry] > 0) {
                    sketches.read(sketch(pane, column), in);
                }
            }
        }
    }

    static int bounded(int count, int most) throws IOException {
        if (count < 0 || count > most) {
            throw new IOException("windows have at most " + most + " panes or columns, was " + count);
        }
        return count;
    }
}
