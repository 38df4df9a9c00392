package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.Histogram;
import io.weir.processing.aggregate.cell.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A histogram with explicit bounds: of OTLP, or a native one of Prometheus with custom buckets. Each
 * bucket counts the observations above the bound before it, up to its own bound; the last one has none.
 * Not thread-safe.
 *
 * <p>Percentiles are those of {@link Buckets}.
 */
public final class Explicit implements Observations {

    private static final double[] NO_BOUNDS = {};

    /** In ascending order. */
    private double[] bounds = NO_BOUNDS;

    /** One more than bounds. */
    private double[] counts = {0};

    private boolean isDelta;

    /** Creates a histogram without observations. */
    public Explicit() {}

    /**
     * Sets all of an empty histogram. Returns false if the bounds are not finite and ascending, are too
     * many, or do not fit the counts.
     *
     * @param ofBuckets zero or more
     */
    public boolean set(double[] ofBounds, double[] ofBuckets, boolean isIncrement) {
        bounds = ofBounds;
        counts = ofBuckets;
        isDelta = isIncrement;
        boolean isRight = counts.length == bounds.length + 1 && bounds.length < Histogram.MOST_BOUNDS;
        for (int i = 0; isRight && i < bounds.length; i++) {
            isRight = Double.isFinite(bounds[i]) && (i == 0 || bounds[i] > bounds[i - 1]);
        }
        return isRight;
    }

    @Override
    public boolean isDelta() {
        return isDelta;
    }

    @Override
    public double count() {
        double count = 0;
        for (double each : counts) {
            count += each;
        }
        return count;
    }

    /** Adds the observations of another one. Has the bounds that both have, so it counts exactly. */
    @Override
    public void add(Observations other) {
        Explicit more = (Explicit) other;
        if (more.count() == 0) {
            return;
        }
        if (count() == 0) {
            bounds = more.bounds;
            counts = more.counts.clone();
            return;
        }
        double[] common = Arrays.equals(bounds, more.bounds) ? bounds : common(bounds, more.bounds);
        double[] sum = within(common);
        double[] added = more.within(common);
        for (int i = 0; i < sum.length; i++) {
            sum[i] += added[i];
        }
        bounds = common;
        counts = sum;
    }

    private static double[] common(double[] one, double[] other) {
        return Arrays.stream(one)
                .filter(bound -> Arrays.binarySearch(other, bound) >= 0)
                .toArray();
    }

    /** The counts of the buckets that some of the bounds make. */
    private double[] within(double[] some) {
        double[] merged = new double[some.length + 1];
        int to = 0;
        for (int i = 0; i < counts.length; i++) {
            merged[to] += counts[i];
            to += i < bounds.length && to < some.length && bounds[i] == some[to] ? 1 : 0;
        }
        return merged;
    }

    /** Likewise, if it has other bounds than the earlier one, or a bucket counts less. */
    @Override
    public Explicit since(Observations earlier) {
        Explicit before = (Explicit) earlier;
        Explicit step = new Explicit();
        double[] left = counts.clone();
        boolean continues = Arrays.equals(bounds, before.bounds);
        for (int i = 0; continues && i < left.length; i++) {
            left[i] -= before.counts[i];
            continues = left[i] >= 0;
        }
        step.set(bounds, continues ? left : counts, isDelta);
        return step;
    }

    @Override
    public double quantile(double share) {
        return buckets().quantile(share);
    }

    private Buckets buckets() {
        Buckets buckets = new Buckets();
        double below = 0;
        for (int i = 0; i < counts.length; i++) {
            below += counts[i];
            buckets.add(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY, below);
        }
        return buckets;
    }

    /** Interpolated as the observations of {@link #quantile}; NaN within the last bucket, which has no end. */
    @Override
    public double atMost(double bound) {
        double below = 0;
        for (int i = 0; i < bounds.length; i++) {
            if (bound < bounds[i]) {
                double from = i == 0 ? Math.min(0, bounds[0]) : bounds[i - 1];
                double share = bound > from ? (bound - from) / (bounds[i] - from) : 0;
                return below + counts[i] * share;
            }
            below += counts[i];
            if (bound == bounds[i]) {
                return below;
            }
        }
        boolean isKnown = bound == Double.POSITIVE_INFINITY || counts[bounds.length] == 0;
        return isKnown ? count() : Double.NaN;
    }

    @Override
    public double at(double value) {
        return 0;
    }

    @Override
    public void parts(Parts to) {
        StringJoiner spelledBounds = new StringJoiner(",", "[", "]");
        for (double bound : bounds) {
            spelledBounds.add(Double.toString(bound));
        }
        StringJoiner spelledCounts = new StringJoiner(",", "[", "]");
        for (double count : counts) {
            spelledCounts.add(WrittenCount.spelled(count));
        }
        to.number("count_delta", count());
        to.text("bounds", spelledBounds.toString());
        to.text("counts_delta", spelledCounts.toString());
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isDelta);
        Varint.write(bounds.length, out);
        for (double bound : bounds) {
            out.writeDouble(bound);
        }
        for (double count : counts) {
            WrittenCount.write(count, out);
        }
    }

    /** Reads the output of {@link #write}. */
    static Explicit read(DataInput in) throws IOException {
        Explicit read = new Explicit();
        boolean isIncrement = in.readBoolean();
        long written = Varint.read(in);
        if (written >= Histogram.MOST_BOUNDS) {
            throw new IOException("at most " + (Histogram.MOST_BOUNDS - 1) + " bounds are kept, was " + written);
        }
        double[] ofBounds = new double[(int) written];
        for (int i = 0; i < ofBounds.length; i++) {
            ofBounds[i] = in.readDouble();
        }
        double[] ofBuckets = new double[ofBounds.length + 1];
        for (int i = 0; i < ofBuckets.length; i++) {
            ofBuckets[i] = WrittenCount.read(in);
        }
        if (!read.set(ofBounds, ofBuckets, isIncrement)) {
            throw new IOException("a histogram has wrong bounds");
        }
        return read;
    }
}
