package io.weir.processing.aggregate.cell;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The quantiles of any number of values: exact for at most {@value #MOST_EXACT} values, which are
 * kept; otherwise as estimated by a {@link Sketch} of all of them. The result depends on the values
 * alone, not on their order or on merging. Not thread-safe.
 */
final class Quantiles {

    /** The largest number of values with exact quantiles. */
    static final int MOST_EXACT = 64;

    /** Heap bytes without values: this object, its reference and an empty array. */
    static final int OWN_BYTES = 56;

    private static final int LEAST_CAPACITY = 8;

    /** Heap bytes with one value. */
    static final int FIRST_BYTES = OWN_BYTES + Double.BYTES * LEAST_CAPACITY;

    private static final double[] NONE = {};
    private static final double MEDIAN = 0.5;

    /** How often each of the exact values counts. */
    private static final double[] ONES = new double[MOST_EXACT];

    static {
        Arrays.fill(ONES, 1);
    }

    /** Far below the distance of two products of a percentile and a count, above their error. */
    private static final double ROUNDING = 1e-6;

    /** Replaces the count of exact values in the saved form. */
    private static final int IN_SKETCH = 0xff;

    private double[] values = NONE;
    private int count;

    /** Holds all values if there are more than {@link #MOST_EXACT}. */
    private @Nullable Sketch sketch;

    void add(double value) {
        if (sketch != null) {
            sketch.add(value);
        } else if (count < MOST_EXACT) {
            if (count == values.length) {
                values = Arrays.copyOf(values, nextCapacity());
            }
            values[count++] = value;
        } else {
            sketch = inSketch();
            sketch.add(value);
            values = NONE;
        }
    }

    private int nextCapacity() {
        return Math.max(LEAST_CAPACITY, values.length * 2);
    }

    private Sketch inSketch() {
        Sketch all = new Sketch();
        for (int i = 0; i < count; i++) {
            all.add(values[i]);
        }
        return all;
    }

    void merge(Quantiles other) {
        if (other.sketch == null) {
            for (int i = 0; i < other.count; i++) {
                add(other.values[i]);
            }
            return;
        }
        if (sketch == null) {
            sketch = inSketch();
            values = NONE;
        }
        sketch.merge(other.sketch);
    }

    /** Estimated heap bytes. */
    int bytes() {
        return sketch == null ? bytes(values.length) : OWN_BYTES + sketch.bytes();
    }

    private static int bytes(int capacity) {
        return OWN_BYTES + Double.BYTES * capacity;
    }

    /** Whether {@link #bytes} is at most {@code bytes} after another value. */
    boolean fits(double value, int bytes) {
        if (sketch != null) {
            return sketch.fits(value, bytes - OWN_BYTES);
        }
        if (count < values.length) {
            return true;
        }
        return count < MOST_EXACT ? bytes(nextCapacity()) <= bytes : inSketch().fits(value, bytes - OWN_BYTES);
    }

    /**
     * The value with the rank ⌊quantile · (count − 1)⌋, counted from 0. Needs at least one value.
     *
     * @param least the least value
     * @param greatest the greatest value
     */
    double quantile(double quantile, double least, double greatest) {
        if (sketch != null) {
            return Math.max(least, Math.min(greatest, sketch.quantile(quantile)));
        }
        Arrays.sort(values, 0, count);
        return values[(int) (quantile * (count - 1) + ROUNDING)];
    }

    /**
     * The median distance of the values from their median; infinite if it is beyond the largest
     * double. Likewise.
     *
     * <p>With a sketch, each value and the median m are within 1 % of what the sketch takes them for.
     * So a distance d is wrong by at most 1 % of |m| + d and 1 % of |m|: the result is within 1 % of
     * the exact one plus 2 % of |m|.
     */
    double deviation(double least, double greatest) {
        double median = quantile(MEDIAN, least, greatest);
        return sketch == null
                ? MedianDistance.of(median, values, ONES, count)
                : sketch.medianDistance(median, least, greatest);
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(sketch == null ? count : IN_SKETCH);
        for (int i = 0; sketch == null && i < count; i++) {
            out.writeDouble(values[i]);
        }
        if (sketch != null) {
            sketch.write(out);
        }
    }

    /** Fills quantiles without values with what {@link #write} wrote. */
    void read(DataInput in) throws IOException {
        int written = in.readUnsignedByte();
        if (written == IN_SKETCH) {
            sketch = new Sketch();
            sketch.read(in);
            return;
        }
        if (written > MOST_EXACT) {
            throw new IOException("at most " + MOST_EXACT + " values are kept, was " + written);
        }
        for (int left = written; left > 0; left--) {
            add(in.readDouble());
        }
    }
}
