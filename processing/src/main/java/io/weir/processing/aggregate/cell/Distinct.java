package io.weir.processing.aggregate.cell;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts different values by their {@link ValueHash}: exactly up to {@value #MOST_EXACT}, whose
 * hashes are kept; beyond that as estimated by an UltraLogLog, with a standard error of 1.2 %. The
 * result depends on the values alone, not on their number, their order or on merging. Not
 * thread-safe.
 *
 * @see <a href="https://arxiv.org/abs/2308.16862">UltraLogLog: a practical and more space-efficient
 *     alternative to HyperLogLog for approximate distinct counting</a>
 */
public final class Distinct {

    /** The largest number of different values that is exact. */
    static final int MOST_EXACT = 256;

    /** Heap bytes without values: this object, its reference and an empty array. */
    static final int OWN_BYTES = 48;

    private static final int LEAST_CAPACITY = 8;

    /** Heap bytes with one value. */
    static final int FIRST_BYTES = OWN_BYTES + Long.BYTES * LEAST_CAPACITY;

    /** The binary logarithm of the bytes of a sketch, which determines the error. */
    private static final int PRECISION = 12;

    /** Heap bytes with a sketch. */
    private static final int SKETCH_BYTES = OWN_BYTES + 32 + (1 << PRECISION);

    private static final long[] NONE = {};

    /** Replaces the count of exact values in the saved form. */
    private static final int IN_SKETCH = 0xffff;

    /** In ascending order. */
    private long[] hashes = NONE;

    private int count;

    /** Holds all values if there are more than {@link #MOST_EXACT}. */
    private @Nullable UltraLogLog sketch;

    /** This many, without values. */
    public static Distinct[] of(int number) {
        Distinct[] each = new Distinct[number];
        Arrays.setAll(each, unused -> new Distinct());
        return each;
    }

    /** Adds the value with a hash. */
    public void add(long hash) {
        if (sketch != null) {
            sketch.add(hash);
            return;
        }
        int place = place(hash);
        if (place >= 0) {
            return;
        }
        if (count == MOST_EXACT) {
            toSketch().add(hash);
            return;
        }
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, nextCapacity());
        }
        int free = -1 - place;
        System.arraycopy(hashes, free, hashes, free + 1, count - free);
        hashes[free] = hash;
        count++;
    }

    /** The place of a hash; if it is not kept, negative, as {@link Arrays#binarySearch} returns it. */
    private int place(long hash) {
        return Arrays.binarySearch(hashes, 0, count, hash);
    }

    private int nextCapacity() {
        return Math.max(LEAST_CAPACITY, hashes.length * 2);
    }

    private UltraLogLog toSketch() {
        UltraLogLog all = UltraLogLog.create(PRECISION);
        for (int i = 0; i < count; i++) {
            all.add(hashes[i]);
        }
        hashes = NONE;
        count = 0;
        sketch = all;
        return all;
    }

    public void merge(Distinct other) {
        if (other.sketch != null) {
            (sketch == null ? toSketch() : sketch).add(other.sketch);
            return;
        }
        for (int i = 0; i < other.count; i++) {
            add(other.hashes[i]);
        }
    }

    /** The number of different values. */
    public long count() {
        return sketch == null ? count : Math.max(MOST_EXACT + 1, Math.round(sketch.getDistinctCountEstimate()));
    }

    /** Estimated heap bytes. */
    int bytes() {
        return sketch == null ? bytes(hashes.length) : SKETCH_BYTES;
    }

    private static int bytes(int capacity) {
        return OWN_BYTES + Long.BYTES * capacity;
    }

    /** {@link #bytes} after another value. */
    int bytesWith(long hash) {
        if (sketch != null || count < hashes.length || place(hash) >= 0) {
            return bytes();
        }
        return count == MOST_EXACT ? SKETCH_BYTES : bytes(nextCapacity());
    }

    public void write(DataOutput out) throws IOException {
        out.writeShort(sketch == null ? count : IN_SKETCH);
        for (int i = 0; i < count; i++) {
            out.writeLong(hashes[i]);
        }
        if (sketch != null) {
            out.write(sketch.getState());
        }
    }

    /** Fills an object without values with what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        int written = in.readUnsignedShort();
        if (written == IN_SKETCH) {
            byte[] state = new byte[1 << PRECISION];
            in.readFully(state);
            sketch = UltraLogLog.wrap(state);
            return;
        }
        if (written > MOST_EXACT) {
            throw new IOException("at most " + MOST_EXACT + " hashes are kept, was " + written);
        }
        for (int left = written; left > 0; left--) {
            add(in.readLong());
        }
    }
}
