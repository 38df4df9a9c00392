package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What numbered entries remember of their values beyond cells: quantiles, different values, or both.
 * Each is created at the first value. The memory estimate assumes that each entry has the size of
 * the largest one ever. Not thread-safe.
 */
final class Sketches {

    private static final Quantiles[] NO_QUANTILES = {};
    private static final Distinct[] NO_DISTINCTS = {};

    private final CellLayout layout;
    private @Nullable Quantiles[] quantiles;
    private @Nullable Distinct[] distincts;

    /** Upper bound of the heap bytes of each entry. */
    private int entryBytes;

    private Sketches(CellLayout layout, int entries) {
        this.layout = layout;
        quantiles = layout.hasQuantiles ? new Quantiles[entries] : NO_QUANTILES;
        distincts = layout.hasDistinct ? new Distinct[entries] : NO_DISTINCTS;
        entryBytes = (layout.hasQuantiles ? Quantiles.OWN_BYTES : 0) + (layout.hasDistinct ? Distinct.OWN_BYTES : 0);
    }

    /** Creates sketches if the layout has them; otherwise returns null. */
    static @Nullable Sketches of(CellLayout layout, int entries) {
        return layout.hasQuantiles || layout.hasDistinct ? new Sketches(layout, entries) : null;
    }

    /** The quantiles of an entry; the layout must have them. */
    Quantiles quantiles(int entry) {
        Quantiles at = quantiles[entry];
        if (at == null) {
            at = new Quantiles();
            quantiles[entry] = at;
        }
        return at;
    }

    /** The different values of an entry; the layout must have them. */
    Distinct distinct(int entry) {
        Distinct at = distincts[entry];
        if (at == null) {
            at = new Distinct();
            distincts[entry] = at;
        }
        return at;
    }

    /** Estimated heap bytes. */
    long bytes() {
        return (long) entryBytes * Math.max(quantiles.length, distincts.length);
    }

    int entryBytes() {
        return entryBytes;
    }

    void entryBytes(int bytes) {
        entryBytes = bytes;
    }

    /** Whether the first value of an entry needs memory. */
    boolean needsMemoryForFirst() {
        int first = (layout.hasQuantiles ? Quantiles.FIRST_BYTES : 0) + (layout.hasDistinct ? Distinct.FIRST_BYTES : 0);
        return entryBytes < first;
    }

    /** Whether another value of an entry needs memory. */
    boolean needsMemory(int entry, long bits, boolean isInteger) {
        int left = entryBytes - (layout.hasDistinct ? distinct(entry).bytesWith(bits) : 0);
        return layout.hasQuantiles ? !quantiles(entry).fits(Bits.toDouble(bits, isInteger), left) : left < 0;
    }

    /** Adds a value without estimating memory. */
    void add(int entry, long bits, boolean isInteger) {
        if (layout.hasQuantiles) {
            quantiles(entry).add(Bits.toDouble(bits, isInteger));
        }
        if (layout.hasDistinct) {
            distinct(entry).add(bits);
        }
    }

    /** Estimates memory after values were added to an entry; returns whether they took some. */
    boolean takeGrowth(int entry) {
        int before = entryBytes;
        int bytes = (layout.hasQuantiles ? quantiles(entry).bytes() : 0)
                + (layout.hasDistinct ? distinct(entry).bytes() : 0);
        entryBytes = Math.max(before, bytes);
        return entryBytes != before;
    }

    void grow(int entries) {
        if (layout.hasQuantiles) {
            quantiles = Arrays.copyOf(quantiles, entries);
        }
        if (layout.hasDistinct) {
            distincts = Arrays.copyOf(distincts, entries);
        }
    }

    /** Merges an entry of other sketches into one of these, whose memory is not estimated. */
    void merge(int entry, Sketches from, int fromEntry) {
        if (layout.hasQuantiles) {
            quantiles(entry).merge(from.quantiles(fromEntry));
        }
        if (layout.hasDistinct) {
            distinct(entry).merge(from.distinct(fromEntry));
        }
    }

    void clear(int from, int to) {
        if (layout.hasQuantiles) {
            Arrays.fill(quantiles, from, to, null);
        }
        if (layout.hasDistinct) {
            Arrays.fill(distincts, from, to, null);
        }
    }

    void move(int from, Sketches to, int toEntry, int entries) {
        if (layout.hasQuantiles) {
            System.arraycopy(quantiles, from, to.quantiles, toEntry, entries);
        }
        if (layout.hasDistinct) {
            System.arraycopy(distincts, from, to.distincts, toEntry, entries);
        }
    }

    /** Writes an entry. */
    void write(int entry, DataOutput out) throws IOException {
        if (layout.hasQuantiles) {
            quantiles(entry).write(out);
        }
        if (layout.hasDistinct) {
            distinct(entry).write(out);
        }
    }

    /** Fills an entry without values with what {@link #write} wrote. */
    void read(int entry, DataInput in) throws IOException {
        if (layout.hasQuantiles) {
            quantiles(entry).read(in);
        }
        if (layout.hasDistinct) {
            distinct(entry).read(in);
        }
    }
}
