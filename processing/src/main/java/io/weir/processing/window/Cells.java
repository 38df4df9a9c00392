package io.weir.processing.window;

import io.weir.contract.rule.AggregateFunction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbered entries, each of which remembers of a field's values what the functions of its {@link CellLayout} need. Entries
 * can be merged: what is computed is that of all values of both.
 *
 * <p>A flat array: cells are longs, or the bits of doubles, and an entry of zeros has no values. Only sketches, where
 * quantiles are asked for, are objects of their own. Not thread-safe.
 */
public final class Cells {

    private static final Sketch[] NO_SKETCHES = {};

    private final CellLayout layout;
    private long[] cells;
    private @Nullable Sketch[] sketches;

    /** So many entries, without values. */
    public Cells(CellLayout layout, int entries) {
        this.layout = layout;
        this.cells = new long[entries * layout.size];
        this.sketches = layout.hasSketch ? new Sketch[entries] : NO_SKETCHES;
    }

    static double number(long[] cells, int at) {
        return Double.longBitsToDouble(cells[at]);
    }

    static void put(long[] cells, int at, double number) {
        cells[at] = Double.doubleToRawLongBits(number);
    }

    /** How many entries there are room for. */
    public int entries() {
        return cells.length / layout.size;
    }

    /** Makes room for more entries, without values. */
    public void grow(int entries) {
        cells = Arrays.copyOf(cells, entries * layout.size);
        sketches = layout.hasSketch ? Arrays.copyOf(sketches, entries) : NO_SKETCHES;
    }

    /** Adds a value, which must be finite. */
    public void add(int entry, long stamp, double value) {
        int at = entry * layout.size;
        long count = ++cells[at];
        if (layout.sum != CellLayout.ABSENT) {
            put(cells, at + layout.sum, number(cells, at + layout.sum) + value);
        }
        if (!layout.isPlain) {
            addMore(entry, stamp, value, count);
        }
    }

    private void addMore(int entry, long stamp, double value, long count) {
        int at = entry * layout.size;
        boolean isOnly = count == 1;
        if (layout.min != CellLayout.ABSENT && (isOnly || value < number(cells, at + layout.min))) {
            put(cells, at + layout.min, value);
        }
        if (layout.max != CellLayout.ABSENT && (isOnly || value > number(cells, at + layout.max))) {
            put(cells, at + layout.max, value);
        }
        if (layout.moments != CellLayout.ABSENT) {
            Moments.add(cells, at + layout.moments, value, count);
        }
        if (layout.increase != CellLayout.ABSENT) {
            Increase.add(cells, at + layout.increase, at + layout.ends, stamp, value, isOnly);
        }
        if (layout.ends != CellLayout.ABSENT) {
            Ends.add(cells, at + layout.ends, stamp, value, isOnly);
        }
        if (layout.hasSketch) {
            sketch(entry).add(value);
        }
    }

    /**
     * Merges an entry of other cells of an equal layout into one of these. For a rate, the other's values must all be later.
     */
    public void merge(int entry, Cells from, int fromEntry) {
        int at = entry * layout.size;
        int fromAt = fromEntry * layout.size;
        long count = cells[at];
        long fromCount = from.cells[fromAt];
        if (fromCount == 0) {
            return;
        }
        if (count == 0) {
            System.arraycopy(from.cells, fromAt, cells, at, layout.size);
        } else {
            mergeCells(at, count, from.cells, fromAt, fromCount);
        }
        if (layout.hasSketch) {
            sketch(entry).merge(from.sketch(fromEntry));
        }
    }

    private void mergeCells(int at, long count, long[] from, int fromAt, long fromCount) {
        cells[at] = count + fromCount;
        if (layout.sum != CellLayout.ABSENT) {
            put(cells, at + layout.sum, number(cells, at + layout.sum) + number(from, fromAt + layout.sum));
        }
        if (layout.min != CellLayout.ABSENT) {
            put(cells, at + layout.min, Math.min(number(cells, at + layout.min), number(from, fromAt + layout.min)));
        }
        if (layout.max != CellLayout.ABSENT) {
            put(cells, at + layout.max, Math.max(number(cells, at + layout.max), number(from, fromAt + layout.max)));
        }
        if (layout.moments != CellLayout.ABSENT) {
            Moments.merge(cells, at + layout.moments, count, from, fromAt + layout.moments, fromCount);
        }
        if (layout.increase != CellLayout.ABSENT) {
            Increase.merge(cells, at + layout.increase, from, fromAt + layout.increase, fromAt + layout.ends);
        }
        if (layout.ends != CellLayout.ABSENT) {
            Ends.merge(cells, at + layout.ends, from, fromAt + layout.ends);
        }
    }

    /** The number of values. */
    public long count(int entry) {
        return cells[entry * layout.size];
    }

    /**
     * What a function makes of at least one value; the layout must be made for it. NaN or infinite where that is undefined:
     * the deviation of one value, a rate over no time, a sum beyond the largest double.
     */
    public double value(int entry, AggregateFunction function) {
        int at = entry * layout.size;
        long count = cells[at];
        return switch (function.kind()) {
            case COUNT -> count;
            case SUM -> number(cells, at + layout.sum);
            case MEAN -> number(cells, at + layout.sum) / count;
            case MIN -> number(cells, at + layout.min);
            case MAX -> number(cells, at + layout.max);
            case SPREAD -> number(cells, at + layout.max) - number(cells, at + layout.min);
            case STDDEV -> Moments.deviation(cells, at + layout.moments, count);
            case FIRST -> Ends.first(cells, at + layout.ends);
            case LAST -> Ends.last(cells, at + layout.ends);
            case RATE -> Increase.rate(cells, at + layout.increase, at + layout.ends);
            case QUANTILE -> quantile(entry, function.quantile());
        };
    }

    private double quantile(int entry, double quantile) {
        int at = entry * layout.size;
        double within = sketch(entry).quantile(quantile);
        return Math.max(number(cells, at + layout.min), Math.min(number(cells, at + layout.max), within));
    }

    private Sketch sketch(int entry) {
        Sketch sketch = sketches[entry];
        if (sketch == null) {
            sketch = new Sketch();
            sketches[entry] = sketch;
        }
        return sketch;
    }

    /** Forgets the values of the entries from {@code from} to below {@code to}. */
    public void clear(int from, int to) {
        Arrays.fill(cells, from * layout.size, to * layout.size, 0);
        if (layout.hasSketch) {
            Arrays.fill(sketches, from, to, null);
        }
    }

    /** Moves entries to others of cells of an equal layout, maybe these; what stood there is gone, where they stood is to be cleared. */
    public void move(int from, Cells to, int toEntry, int entries) {
        System.arraycopy(cells, from * layout.size, to.cells, toEntry * layout.size, entries * layout.size);
        if (layout.hasSketch) {
            System.arraycopy(sketches, from, to.sketches, toEntry, entries);
        }
    }

    /** Writes an entry. */
    public void write(int entry, DataOutput out) throws IOException {
        int at = entry * layout.size;
        int written = cells[at] == 0 ? 1 : layout.size;
        for (int cell = 0; cell < written; cell++) {
            out.writeLong(cells[at + cell]);
        }
        if (layout.hasSketch && cells[at] != 0) {
            Objects.requireNonNull(sketches[entry]).write(out);
        }
    }

    /** Fills an entry, which has no values, with what {@link #write} wrote under an equal layout. */
    public void read(int entry, DataInput in) throws IOException {
        int at = entry * layout.size;
        cells[at] = in.readLong();
        if (cells[at] != 0) {
            for (int cell = 1; cell < layout.size; cell++) {
                cells[at + cell] = in.readLong();
            }
            if (layout.hasSketch) {
                sketch(entry).read(in);
            }
        }
    }
}
