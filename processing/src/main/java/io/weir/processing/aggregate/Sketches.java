package io.weir.processing.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sketches of numbered entries, each created at its first value. The memory estimate assumes
 * that each has the largest number of bins that one ever needed. Not thread-safe.
 */
final class Sketches {

    /** Heap bytes of a sketch without its bins. */
    private static final int SKETCH_BYTES = 320;

    private @Nullable Sketch[] sketches;

    /** Upper bound of the bins of each sketch. */
    private int binCapacity = BinSpan.STEP;

    Sketches(int entries) {
        sketches = new Sketch[entries];
    }

    /** Creates sketches if the layout has them; otherwise returns null. */
    static @Nullable Sketches of(CellLayout layout, int entries) {
        return layout.hasSketch ? new Sketches(entries) : null;
    }

    Sketch at(int entry) {
        Sketch sketch = sketches[entry];
        if (sketch == null) {
            sketch = new Sketch();
            sketches[entry] = sketch;
        }
        return sketch;
    }

    /** Estimated heap bytes. */
    long bytes() {
        return (SKETCH_BYTES + (long) Double.BYTES * binCapacity) * sketches.length;
    }

    int binCapacity() {
        return binCapacity;
    }

    void binCapacity(int bins) {
        binCapacity = bins;
    }

    /** Whether another value of an entry needs memory. */
    boolean needsBins(int entry, double value) {
        return !at(entry).fits(value, binCapacity);
    }

    private boolean takeBins(int entry) {
        int before = binCapacity;
        binCapacity = Math.max(binCapacity, at(entry).bins());
        return binCapacity != before;
    }

    /** Adds a value; returns whether it took memory. */
    boolean add(int entry, double value) {
        at(entry).add(value);
        return takeBins(entry);
    }

    void grow(int entries) {
        sketches = Arrays.copyOf(sketches, entries);
    }

    /** Merges an entry of other sketches into one of these; returns whether it took memory. */
    boolean merge(int entry, Sketches from, int fromEntry) {
        at(entry).merge(from.at(fromEntry));
        return takeBins(entry);
    }

    void clear(int from, int to) {
        Arrays.fill(sketches, from, to, null);
    }

    void move(int from, Sketches to, int toEntry, int entries) {
        System.arraycopy(sketches, from, to.sketches, toEntry, entries);
    }
}
