package io.weir.processing.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sketches of numbered entries, each made when its first value comes. They count as if each had as many bins as the largest has had.
 * Not thread-safe.
 */
final class Sketches {

    /** Of a sketch without its bins. */
    private static final int SKETCH_BYTES = 320;

    private @Nullable Sketch[] sketches;

    /** No sketch here has more bins. */
    private int binRoom = BinSpan.STEP;

    Sketches(int entries) {
        sketches = new Sketch[entries];
    }

    /** Those of a layout that has them; null of another. */
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

    /** The estimated heap. */
    long bytes() {
        return (SKETCH_BYTES + (long) Double.BYTES * binRoom) * sketches.length;
    }

    int binRoom() {
        return binRoom;
    }

    void binRoom(int bins) {
        binRoom = bins;
    }

    /** Does another value of an entry need memory? */
    boolean needsBins(int entry, double value) {
        return !at(entry).fits(value, binRoom);
    }

    private void takeBins(int entry) {
        binRoom = Math.max(binRoom, at(entry).bins());
    }

    void add(int entry, double value) {
        at(entry).add(value);
        takeBins(entry);
    }

    void grow(int entries) {
        sketches = Arrays.copyOf(sketches, entries);
    }

    void merge(int entry, Sketches from, int fromEntry) {
        at(entry).merge(from.at(fromEntry));
        takeBins(entry);
    }

    void clear(int from, int to) {
        Arrays.fill(sketches, from, to, null);
    }

    void move(int from, Sketches to, int toEntry, int entries) {
        System.arraycopy(sketches, from, to.sketches, toEntry, entries);
    }
}
