package io.weir.processing.aggregate.cell;

import com.datadoghq.sketch.ddsketch.mapping.IndexMapping;
import com.datadoghq.sketch.ddsketch.store.Store;

/**
 * Counts the bins that a sketch needs for the values of one sign: from the least to the greatest
 * magnitude. Not thread-safe.
 */
final class BinSpan {

    /** Arrays of bins grow by this number. */
    static final int STEP = 64;

    private final IndexMapping mapping;
    private final int most;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest;

    BinSpan(IndexMapping mapping, int most) {
        this.mapping = mapping;
        this.most = most;
    }

    boolean has(double magnitude) {
        return magnitude >= least && magnitude <= greatest;
    }

    void add(double magnitude) {
        least = Math.min(least, magnitude);
        greatest = Math.max(greatest, magnitude);
    }

    void add(BinSpan other) {
        least = Math.min(least, other.least);
        greatest = Math.max(greatest, other.greatest);
    }

    /** Adds the range of a store. */
    void read(Store store) {
        if (!store.isEmpty()) {
            add(mapping.value(store.getMinIndex()));
            add(mapping.value(store.getMaxIndex()));
        }
    }

    int bins() {
        return bins(least, greatest);
    }

    /** The number of bins after adding a value. */
    int binsWith(double magnitude) {
        return bins(Math.min(least, magnitude), Math.max(greatest, magnitude));
    }

    private int bins(double from, double to) {
        if (from > to) {
            return 0;
        }
        int bins = mapping.index(to) - mapping.index(from) + 1;
        return Math.min(most, (bins + STEP - 1) / STEP * STEP);
    }
}
