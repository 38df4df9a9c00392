package io.weir.processing.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The quantiles of numbered entries, each created at its first value. The memory estimate assumes
 * that each has the size of the largest one ever. Not thread-safe.
 */
final class Sketches {

    private @Nullable Quantiles[] quantiles;

    /** Upper bound of the heap bytes of each entry. */
    private int entryBytes = Quantiles.OWN_BYTES;

    Sketches(int entries) {
        quantiles = new Quantiles[entries];
    }

    /** Creates sketches if the layout has them; otherwise returns null. */
    static @Nullable Sketches of(CellLayout layout, int entries) {
        return layout.hasSketch ? new Sketches(entries) : null;
    }

    Quantiles at(int entry) {
        Quantiles at = quantiles[entry];
        if (at == null) {
            at = new Quantiles();
            quantiles[entry] = at;
        }
        return at;
    }

    /** Estimated heap bytes. */
    long bytes() {
        return (long) entryBytes * quantiles.length;
    }

    int entryBytes() {
        return entryBytes;
    }

    void entryBytes(int bytes) {
        entryBytes = bytes;
    }

    /** Whether another value of an entry needs memory. */
    boolean needsMemory(int entry, double value) {
        return !at(entry).fits(value, entryBytes);
    }

    /** Adds a value; returns whether it took memory. */
    boolean add(int entry, double value) {
        at(entry).add(value);
        int before = entryBytes;
        entryBytes = Math.max(before, at(entry).bytes());
        return entryBytes != before;
    }

    void grow(int entries) {
        quantiles = Arrays.copyOf(quantiles, entries);
    }

    /** Merges an entry of other sketches into one of these, whose memory is not estimated. */
    void merge(int entry, Sketches from, int fromEntry) {
        at(entry).merge(from.at(fromEntry));
    }

    void clear(int from, int to) {
        Arrays.fill(quantiles, from, to, null);
    }

    void move(int from, Sketches to, int toEntry, int entries) {
        System.arraycopy(quantiles, from, to.quantiles, toEntry, entries);
    }
}
