package io.weir.processing.aggregate.cell;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.mapping.CubicallyInterpolatedMapping;
import com.datadoghq.sketch.ddsketch.mapping.IndexMapping;
import com.datadoghq.sketch.ddsketch.store.Bin;
import com.datadoghq.sketch.ddsketch.store.CollapsingLowestDenseStore;
import com.datadoghq.sketch.ddsketch.store.Store;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;

/**
 * Estimates the quantiles of any number of values, each within 1 % of a value that has the rank,
 * except values that are 17 orders of magnitude below the largest one.
 * The result depends on the values alone, not on their order or on merging.
 *
 * <p>A DDSketch counts values in bins that grow with the distance from zero. At most 2048 bins per
 * sign span 17 orders of magnitude below the largest value; the smallest bin also counts all
 * smaller values.
 *
 * @see <a href="https://arxiv.org/abs/1908.10693">DDSketch: a fast and fully-mergeable quantile
 *     sketch</a>
 */
final class Sketch {

    private static final IndexMapping BINS = new CubicallyInterpolatedMapping(0.01);
    private static final int MAX_BINS = 2048;

    /** Upper bound of the encoded bins of both signs, each a delta and a count. */
    private static final int MAX_BYTES = 2 * MAX_BINS * 16;

    /** Heap bytes without bins. */
    private static final int OWN_BYTES = 320;

    private static final double LARGEST = BINS.maxIndexableValue();
    private static final double SMALLEST = BINS.minIndexableValue();

    private DDSketch values = new DDSketch(BINS, Sketch::store);
    private final BinSpan positive = new BinSpan(BINS, MAX_BINS);
    private final BinSpan negative = new BinSpan(BINS, MAX_BINS);

    private static Store store() {
        return new CollapsingLowestDenseStore(MAX_BINS);
    }

    void add(double value) {
        double bounded = Math.max(-LARGEST, Math.min(LARGEST, value));
        values.accept(bounded);
        double magnitude = Math.abs(bounded);
        if (magnitude >= SMALLEST) {
            span(bounded).add(magnitude);
        }
    }

    private BinSpan span(double value) {
        return value > 0 ? positive : negative;
    }

    void merge(Sketch other) {
        values.mergeWith(other.values);
        positive.add(other.positive);
        negative.add(other.negative);
    }

    /** Estimated heap bytes. */
    int bytes() {
        return bytes(positive.bins() + negative.bins());
    }

    private static int bytes(int bins) {
        return OWN_BYTES + Double.BYTES * bins;
    }

    /** Whether {@link #bytes} is at most {@code bytes} after another value. */
    boolean fits(double value, int bytes) {
        double magnitude = Math.min(LARGEST, Math.abs(value));
        BinSpan same = span(value);
        if (magnitude < SMALLEST || same.has(magnitude)) {
            return bytes() <= bytes;
        }
        return bytes(same.binsWith(magnitude) + (same == positive ? negative : positive).bins()) <= bytes;
    }

    /**
     * The value with the rank ⌊quantile · (count − 1)⌋, counted from 0. Needs at least one value.
     */
    double quantile(double quantile) {
        return values.getValueAtQuantile(quantile);
    }

    /**
     * The median distance of the values from their median.
     *
     * @param least the least value
     * @param greatest the greatest value
     */
    double medianDistance(double median, double least, double greatest) {
        Store below = values.getNegativeValueStore();
        Store above = values.getPositiveValueStore();
        double[] bins = new double[span(below) + 1 + span(above)];
        double[] counts = new double[bins.length];
        int size = 0;
        for (Iterator<Bin> each = below.getDescendingIterator(); each.hasNext(); size++) {
            Bin bin = each.next();
            bins[size] = within(least, greatest, -BINS.value(bin.getIndex()));
            counts[size] = bin.getCount();
        }
        // The other values are closer to zero than any bin.
        bins[size] = within(least, greatest, 0);
        counts[size++] = values.getCount() - below.getTotalCount() - above.getTotalCount();
        for (Iterator<Bin> each = above.getAscendingIterator(); each.hasNext(); size++) {
            Bin bin = each.next();
            bins[size] = within(least, greatest, BINS.value(bin.getIndex()));
            counts[size] = bin.getCount();
        }
        return MedianDistance.of(median, bins, counts, size);
    }

    private static double within(double least, double greatest, double value) {
        return Math.max(least, Math.min(greatest, value));
    }

    /** The number of bins from the least to the greatest. */
    private static int span(Store store) {
        return store.isEmpty() ? 0 : store.getMaxIndex() - store.getMinIndex() + 1;
    }

    void write(DataOutput out) throws IOException {
        GrowingByteArrayOutput bytes = GrowingByteArrayOutput.withDefaultInitialCapacity();
        values.encode(bytes, true);
        out.writeInt(bytes.numWrittenBytes());
        out.write(bytes.backingArray(), 0, bytes.numWrittenBytes());
    }

    void read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("a sketch has at most " + MAX_BYTES + " bytes, was " + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        values = DDSketch.decode(ByteArrayInput.wrap(bytes), Sketch::store, BINS);
        positive.read(values.getPositiveValueStore());
        negative.read(values.getNegativeValueStore());
    }
}
