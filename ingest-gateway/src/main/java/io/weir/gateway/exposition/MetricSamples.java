package io.weir.gateway.exposition;

import java.util.Arrays;

/** The samples of one metric in protobuf. Reused; belongs to one thread. */
final class MetricSamples {
    /** Far more than the buckets of a histogram. */
    private static final int MOST = 10_000;

    private static final int FIRST_CAPACITY = 32;

    private SampleKind[] kinds = new SampleKind[FIRST_CAPACITY];
    private double[] bounds = new double[FIRST_CAPACITY];
    private double[] values = new double[FIRST_CAPACITY];
    private int[] exemplars = new int[FIRST_CAPACITY];
    private int count;
    private boolean isOverfull;

    void clear() {
        count = 0;
        isOverfull = false;
    }

    /** Adds a sample. Without a bound, {@code bound} is 0. */
    void add(SampleKind kind, double bound, double value, int ofExemplars) {
        if (count == MOST) {
            isOverfull = true;
            return;
        }
        if (count == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * count);
            bounds = Arrays.copyOf(bounds, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
            exemplars = Arrays.copyOf(exemplars, 2 * count);
        }
        kinds[count] = kind;
        bounds[count] = bound;
        values[count] = value;
        exemplars[count] = ofExemplars;
        count++;
    }

    /** Removes all samples but the first {@code length}. */
    void truncate(int length) {
        count = Math.min(count, length);
    }

    int count() {
        return count;
    }

    /** Whether there were more samples than a metric may have. */
    boolean isOverfull() {
        return isOverfull;
    }

    SampleKind kind(int sample) {
        return kinds[sample];
    }

    double bound(int sample) {
        return bounds[sample];
    }

    double value(int sample) {
        return values[sample];
    }

    int exemplars(int sample) {
        return exemplars[sample];
    }
}
