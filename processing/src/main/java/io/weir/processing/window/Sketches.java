package io.weir.processing.window;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The sketches of numbered entries, each made when its first value comes. Not thread-safe. */
final class Sketches {

    private @Nullable Sketch[] sketches;

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

    void grow(int entries) {
        sketches = Arrays.copyOf(sketches, entries);
    }

    void merge(int entry, Sketches from, int fromEntry) {
        at(entry).merge(from.at(fromEntry));
    }

    void clear(int from, int to) {
        Arrays.fill(sketches, from, to, null);
    }

    void move(int from, Sketches to, int toEntry, int entries) {
        System.arraycopy(sketches, from, to.sketches, toEntry, entries);
    }
}
