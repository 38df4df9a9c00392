package io.weir.processing.aggregate.cell;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory of numbered entries beyond cells: quantiles of their values, different values, or both.
 * Each is created at the first value. The memory estimate assumes that each entry has the size of
 * the largest one ever. Not thread-safe.
 */
public final class Sketches {

    private static final Quantiles[] NO_QUANTILES = {};
    private static final Distinct[] NO_DISTINCTS = {};

    private final boolean hasQuantiles;
    private final boolean hasDistinct;
    private @Nullable Quantiles[] quantiles;
    private @Nullable Distinct[] distincts;

    /** Upper bound of the heap bytes of each entry. */
    private int entryBytes;

    /** Creates entries without values, which remember quantiles, different values, or both. */
    public Sketches(boolean hasQuantiles, boolean hasDistinct, int entries) {
        this.hasQuantiles = hasQuantiles;
        this.hasDistinct = hasDistinct;
        quantiles = hasQuantiles ? new Quantiles[entries] : NO_QUANTILES;
        distincts = hasDistinct ? new Distinct[entries] : NO_DISTINCTS;
        entryBytes = (hasQuantiles ? Quantiles.OWN_BYTES : 0) + (hasDistinct ? Distinct.OWN_BYTES : 0);
    }

    /** The quantiles of an entry, if the entries have them. */
    Quantiles quantiles(int entry) {
        Quantiles at = quantiles[entry];
        if (at == null) {
            at = new Quantiles();
            quantiles[entry] = at;
        }
        return at;
    }

    /** The different values of an entry, if the entries have them. */
    Distinct distinct(int entry) {
        Distinct at = distincts[entry];
        if (at == null) {
            at = new Distinct();
            distincts[entry] = at;
        }
        return at;
    }

    /** Estimated heap bytes. */
    public long bytes() {
        return (long) entryBytes * Math.max(quantiles.length, distincts.length);
    }

    public int entryBytes() {
        return entryBytes;
    }

    public void entryBytes(int bytes) {
        entryBytes = bytes;
    }

    /** Whether the first value of an entry needs memory. */
    public boolean needsMemoryForFirst() {
        int first = (hasQuantiles ? Quantiles.FIRST_BYTES : 0) + (hasDistinct ? Distinct.FIRST_BYTES : 0);
        return entryBytes < first;
    }

    /** Whether another value of an entry needs memory. */
    public boolean needsMemory(int entry, long bits, boolean isInteger) {
        int left = entryBytes - (hasDistinct ? distinct(entry).bytesWith(bits) : 0);
        return hasQuantiles ? !quantiles(entry).fits(Bits.toDouble(bits, isInteger), left) : left < 0;
    }

    /** Adds a value without estimating memory. */
    public void add(int entry, long bits, boolean isInteger) {
        if (hasQuantiles) {
            quantiles(entry).add(Bits.toDouble(bits, isInteger));
        }
        if (hasDistinct) {
            distinct(entry).add(bits);
        }
    }

    /** Estimates memory after values were added to an entry; returns whether they took some. */
    public boolean takeGrowth(int entry) {
        int before = entryBytes;
        int bytes = (hasQuantiles ? quantiles(entry).bytes() : 0)
                + (hasDistinct ? distinct(entry).bytes() : 0);
        entryBytes = Math.max(before, bytes);
        return entryBytes != before;
    }

    public void grow(int entries) {
        if (hasQuantiles) {
            quantiles = Arrays.copyOf(quantiles, entries);
        }
        if (hasDistinct) {
            distincts = Arrays.copyOf(distincts, entries);
        }
    }

    /** Merges an entry of other sketches into one of these, whose memory is not estimated. */
    public void merge(int entry, Sketches from, int fromEntry) {
        if (hasQuantiles) {
            quantiles(entry).merge(from.quantiles(fromEntry));
        }
        if (hasDistinct) {
            distinct(entry).merge(from.distinct(fromEntry));
        }
    }

    public void clear(int from, int to) {
        if (hasQuantiles) {
            Arrays.fill(quantiles, from, to, null);
        }
        if (hasDistinct) {
            Arrays.fill(distincts, from, to, null);
        }
    }

    public void move(int from, Sketches to, int toEntry, int entries) {
        if (hasQuantiles) {
            System.arraycopy(quantiles, from, to.quantiles, toEntry, entries);
        }
        if (hasDistinct) {
            System.arraycopy(distincts, from, to.distincts, toEntry, entries);
        }
    }

    /** Writes an entry. */
    public void write(int entry, DataOutput out) throws IOException {
        if (hasQuantiles) {
            quantiles(entry).write(out);
        }
        if (hasDistinct) {
            distinct(entry).write(out);
        }
    }

    /** Fills an entry without values with what {@link #write} wrote. */
    public void read(int entry, DataInput in) throws IOException {
        if (hasQuantiles) {
            quantiles(entry).read(in);
        }
        if (hasDistinct) {
            distinct(entry).read(in);
        }
    }
}
