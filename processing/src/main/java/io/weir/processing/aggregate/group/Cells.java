package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.processing.aggregate.cell.CellLayout;
import io.weir.processing.aggregate.cell.Sketches;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Numbered entries, each of which remembers a field's values as the functions of its
 * {@link CellLayout} need them. A merged entry gives the results of all values of both. Not
 * thread-safe.
 */
public final class Cells {

    private final CellLayout layout;
    private final @Nullable Sketches sketches;
    private final long[] cells;

    /** Creates entries without values. */
    public Cells(CellLayout layout, int entries) {
        this.layout = layout;
        this.cells = new long[entries * layout.size];
        this.sketches = layout.sketches(entries);
    }

    /** An entry without values for each column of a group. */
    static Cells[] of(GroupShape shape) {
        return shape.columns().stream()
                .map(column -> new Cells(column.layout(), 1))
                .toArray(Cells[]::new);
    }

    /**
     * Adds a value.
     *
     * @param bits an integer, or the bits of a finite float
     */
    public void add(int entry, long stamp, long bits, boolean isInteger) {
        layout.add(cells, entry * layout.size, stamp, bits, isInteger);
        if (sketches != null) {
            sketches.add(entry, bits, isInteger);
        }
    }

    /**
     * Merges an entry of other cells with an equal layout. For a rate, the values of {@code from}
     * must all be later.
     */
    public void merge(int entry, Cells from, int fromEntry) {
        if (from.count(fromEntry) == 0) {
            return;
        }
        layout.merge(cells, entry * layout.size, from.cells, fromEntry * layout.size);
        if (sketches != null && from.sketches != null) {
            sketches.merge(entry, from.sketches, fromEntry);
        }
    }

    /** Likewise, from an entry of a flat array and the sketch that belongs to it. */
    public void merge(int entry, long[] from, int fromAt, @Nullable Sketches fromSketches, int fromSketch) {
        layout.merge(cells, entry * layout.size, from, fromAt);
        if (sketches != null && fromSketches != null) {
            sketches.merge(entry, fromSketches, fromSketch);
        }
    }

    /** The number of values. */
    public long count(int entry) {
        return CellLayout.count(cells, entry * layout.size);
    }

    /** Whether the result of a function is an integer, if it is defined. */
    public boolean isInteger(int entry, AggregateFunction function) {
        return CellLayout.isInteger(cells, entry * layout.size, function);
    }

    /** The result of a function if it {@link #isInteger} and {@link #value} is a number. */
    public long integer(int entry, AggregateFunction function) {
        return layout.integer(cells, entry * layout.size, sketches, entry, function);
    }

    /**
     * The result of a function over at least one value; the layout must include the function. NaN
     * or infinite where undefined: the deviation of one value, a rate over no time, a sum or spread
     * beyond the largest double or, of integers, beyond 64 bits.
     */
    public double value(int entry, AggregateFunction function) {
        return layout.value(cells, entry * layout.size, sketches, entry, function);
    }

    /** Turns an entry of integers into one of floats. */
    void toFloat(int entry) {
        layout.toFloat(cells, entry * layout.size);
    }

    /** Whether all values of an entry are integers, and there is one. */
    public boolean isOfIntegers(int entry) {
        return CellLayout.isOfIntegers(cells, entry * layout.size);
    }

    /** Writes an entry. */
    public void write(int entry, DataOutput out) throws IOException {
        layout.write(cells, entry * layout.size, out);
        if (sketches != null && count(entry) != 0) {
            sketches.write(entry, out);
        }
    }

    /** Fills an entry without values with what {@link #write} wrote under an equal layout. */
    public void read(int entry, DataInput in) throws IOException {
        layout.read(cells, entry * layout.size, in);
        if (sketches != null && count(entry) != 0) {
            sketches.read(entry, in);
        }
    }
}
