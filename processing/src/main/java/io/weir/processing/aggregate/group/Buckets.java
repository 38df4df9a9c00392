package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.Histogram;
import io.weir.processing.aggregate.cell.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The merged buckets of histograms. A bucket is the number of observations up to its upper bound, so it
 * includes the smaller buckets. Not thread-safe.
 *
 * <p>Quantiles are those of Prometheus' {@code histogram_quantile} for classic histograms.
 *
 * @see <a href="https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile">
 *     histogram_quantile</a>
 */
final class Buckets {

    private static final int LEAST_CAPACITY = 16;

    /** A relative difference of neighbouring buckets that comes from rounding, as in Prometheus. */
    private static final double ROUNDING = 1e-12;

    /** In ascending order. */
    private double[] bounds = new double[LEAST_CAPACITY];

    private double[] counts = new double[LEAST_CAPACITY];
    private int size;

    /** Empty buckets for each column of a group; none if its columns are not of buckets with stated bounds. */
    static Buckets[] of(GroupShape shape) {
        boolean areBuckets = shape.histogram().isPresent() && shape.ofLines() == null;
        Buckets[] each = new Buckets[areBuckets ? shape.columns().size() : 0];
        Arrays.setAll(each, unused -> new Buckets());
        return each;
    }

    /** Adds to the bucket with this upper bound. */
    void add(double bound, double count) {
        int place = Arrays.binarySearch(bounds, 0, size, bound);
        if (place < 0) {
            place = -1 - place;
            insert(place, bound);
        }
        counts[place] += count;
    }

    private void insert(int place, double bound) {
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
        }
        System.arraycopy(bounds, place, bounds, place + 1, size - place);
        System.arraycopy(counts, place, counts, place + 1, size - place);
        bounds[place] = bound;
        counts[place] = 0;
        size++;
    }

    /** Whether a bucket with this bound would be one too many for a partition. */
    boolean isFullFor(double bound) {
        return size >= Histogram.MOST_BOUNDS && Arrays.binarySearch(bounds, 0, size, bound) < 0;
    }

    /**
     * The value below which this share of the observations lies, interpolated linearly within its
     * bucket. Below the first bound, values begin at 0, or are the bound if it is not above 0. Above
     * the last finite bound, they are that bound. NaN without observations, without a bucket of all
     * values (+Inf), or without another one.
     */
    double quantile(double share) {
        int last = size - 1;
        if (last < 1 || bounds[last] != Double.POSITIVE_INFINITY) {
            return Double.NaN;
        }
        double[] rising = rising();
        double rank = share * rising[last];
        if (!(rank > 0)) {
            return Double.NaN;
        }
        int bucket = 0;
        while (bucket < last && rising[bucket] < rank) {
            bucket++;
        }
        if (bucket == last) {
            return bounds[last - 1];
        }
        if (bucket == 0) {
            return bounds[0] > 0 ? bounds[0] * (rank / rising[0]) : bounds[0];
        }
        double from = bounds[bucket - 1];
        double below = rising[bucket - 1];
        return from + (bounds[bucket] - from) * ((rank - below) / (rising[bucket] - below));
    }

    /**
     * The counts, none of which is less than the one before it. A restarted counter or a lost line may
     * lower one bucket alone; a difference of rounding would make a bucket that has no observations.
     */
    private double[] rising() {
        double[] rising = Arrays.copyOf(counts, size);
        for (int i = 1; i < size; i++) {
            double step = rising[i] - rising[i - 1];
            if (step <= ROUNDING * (Math.abs(rising[i]) + Math.abs(rising[i - 1]))) {
                rising[i] = rising[i - 1];
            }
        }
        return rising;
    }

    void write(DataOutput out) throws IOException {
        Varint.write(size, out);
        for (int i = 0; i < size; i++) {
            out.writeDouble(bounds[i]);
            out.writeDouble(counts[i]);
        }
    }

    /** Adds the buckets that {@link #write} wrote in a partition. */
    void read(DataInput in) throws IOException {
        long written = Varint.read(in);
        if (written > Histogram.MOST_BOUNDS) {
            throw new IOException("at most " + Histogram.MOST_BOUNDS + " buckets are kept, was " + written);
        }
        for (long left = written; left > 0; left--) {
            add(in.readDouble(), in.readDouble());
        }
    }
}
