package io.weir.processing.aggregate.group;

import io.weir.contract.rule.aggregate.Histogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.StringJoiner;

/**
 * An exponential histogram of OTLP, or a native one of Prometheus. Bucket <em>i</em> of a scale
 * <em>s</em> counts the observations above 2^(<em>i</em>·2^-<em>s</em>), up to
 * 2^((<em>i</em> + 1)·2^-<em>s</em>); on the negative side, those with such absolute values. The
 * zero bucket counts those from minus to plus its threshold. Not thread-safe.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otel/metrics/data-model/#exponentialhistogram">
 *     ExponentialHistogram</a>
 */
public final class Exponential implements Observations {

    /** The most buckets with observations on each side. More are merged to a smaller scale. */
    public static final int MOST_BUCKETS = Histogram.MOST_BOUNDS;

    public static final int LEAST_SCALE = -10;
    public static final int MOST_SCALE = 20;

    /** Exponents beyond those of all doubles. */
    private static final int LEAST_EXPONENT = -1_075;

    private static final int MOST_EXPONENT = 1_024;

    /** Beyond all indexes of negative scales. */
    private static final long MOST_INDEX = 1 << 12;

    /** The widest array that is written. */
    private static final int MOST_WRITTEN = MOST_BUCKETS;

    private final ExponentialSide positive = new ExponentialSide();
    private final ExponentialSide negative = new ExponentialSide();

    /** The scale of the buckets; without buckets, the largest one. */
    private int scale = MOST_SCALE;

    private double threshold;
    private double zeros;
    private boolean isDelta;

    /** Creates a histogram without observations. */
    public Exponential() {}

    /** Sets all of an empty histogram except its buckets. */
    public void begin(int ofBuckets, double zeroThreshold, double zeroCount, boolean isIncrement) {
        scale = ofBuckets;
        threshold = zeroThreshold;
        zeros = zeroCount;
        isDelta = isIncrement;
    }

    /**
     * Adds to a bucket. Returns false if no double has such an absolute value.
     *
     * @param count zero or more
     */
    public boolean add(boolean isNegative, long index, double count) {
        long exponent = scale >= 0 ? index >> scale : Math.max(-MOST_INDEX, Math.min(index, MOST_INDEX)) << -scale;
        if (count > 0 && (exponent < LEAST_EXPONENT - (1 << Math.max(0, -scale)) || exponent >= MOST_EXPONENT)) {
            return false;
        }
        (isNegative ? negative : positive).add((int) index, count);
        return true;
    }

    /** Ends the changes by {@link #add(boolean, long, double)}. */
    public void end() {
        if (!hasBuckets()) {
            scale = MOST_SCALE;
        }
        limit();
    }

    @Override
    public boolean isDelta() {
        return isDelta;
    }

    private boolean hasBuckets() {
        return positive.size() + negative.size() > 0;
    }

    @Override
    public double count() {
        return negative.total() + zeros + positive.total();
    }

    /** Adds the observations of another one. Has the smaller scale and the larger threshold of both. */
    @Override
    public void add(Observations other) {
        Exponential more = ((Exponential) other).copy();
        align(more);
        zeros += more.zeros;
        positive.addAll(more.positive);
        negative.addAll(more.negative);
        limit();
    }

    /**
     * The observations after those of an earlier histogram of the same sender; all, if it began again
     * in between: it counts less, has a larger scale, or a smaller threshold.
     */
    @Override
    public Exponential since(Observations earlier) {
        Exponential step = copy();
        Exponential before = ((Exponential) earlier).copy();
        if (step.scale > before.scale || step.threshold < before.threshold) {
            return step;
        }
        step.align(before);
        boolean includes = step.zeros >= before.zeros
                && step.positive.includes(before.positive)
                && step.negative.includes(before.negative);
        if (!includes) {
            return copy();
        }
        step.zeros -= before.zeros;
        step.positive.subtract(before.positive);
        step.negative.subtract(before.negative);
        step.end();
        return step;
    }

    private Exponential copy() {
        Exponential copy = new Exponential();
        copy.begin(scale, threshold, zeros, isDelta);
        copy.positive.addAll(positive);
        copy.negative.addAll(negative);
        return copy;
    }

    /** Gives both the smaller scale and one threshold: the larger one, or the bound above it. */
    private void align(Exponential other) {
        int least = Math.min(scale, other.scale);
        toScale(least);
        other.toScale(least);
        if (isEmpty()) {
            threshold = other.threshold;
        } else if (other.isEmpty()) {
            other.threshold = threshold;
        }
        if (threshold == other.threshold) {
            return;
        }
        double most = Math.max(threshold, other.threshold);
        for (ExponentialSide side : new ExponentialSide[] {positive, negative, other.positive, other.negative}) {
            most = widened(most, side);
        }
        toThreshold(most);
        other.toThreshold(most);
    }

    private boolean isEmpty() {
        return zeros == 0 && !hasBuckets();
    }

    private void toScale(int least) {
        positive.widen(scale - least);
        negative.widen(scale - least);
        scale = least;
    }

    /** The upper bound of the bucket that a threshold lies in, if it has observations. */
    private double widened(double zero, ExponentialSide side) {
        for (int i = 0; i < side.size() && bound(side.index(i)) < zero; i++) {
            if (bound(side.index(i) + 1) > zero) {
                return bound(side.index(i) + 1);
            }
        }
        return zero;
    }

    private void toThreshold(double zero) {
        threshold = zero;
        zeros += takeWithin(positive) + takeWithin(negative);
    }

    private double takeWithin(ExponentialSide side) {
        double taken = 0;
        while (side.size() > 0 && bound(side.index(0)) < threshold) {
            taken += side.takeBelow(side.index(0) + 1);
        }
        return taken;
    }

    private void limit() {
        while (scale > LEAST_SCALE && Math.max(positive.size(), negative.size()) > MOST_BUCKETS) {
            toScale(scale - 1);
        }
    }

    /** The lower bound of a bucket of the positive side. */
    private double bound(int index) {
        return power(index);
    }

    /** The bound at a place between buckets, or within one. */
    private double power(double place) {
        double exponent = Math.scalb(place, -scale);
        double whole = Math.floor(exponent);
        if (whole >= MOST_EXPONENT) {
            return Double.MAX_VALUE;
        }
        return Math.max(
                Double.MIN_VALUE, Math.scalb(StrictMath.pow(2, exponent - whole), (int) Math.max(whole, -2_000)));
    }

    /**
     * The value below which this share of the observations lies, interpolated within its bucket:
     * exponentially, and linearly in the zero bucket. NaN without observations.
     */
    @Override
    public double quantile(double share) {
        double rank = share * count();
        if (!(rank > 0)) {
            return Double.NaN;
        }
        double below = 0;
        for (int i = negative.size() - 1; i >= 0; i--) {
            double within = rank - below;
            below += negative.count(i);
            if (below >= rank) {
                return -power(negative.index(i) + 1 - within / negative.count(i));
            }
        }
        if (zeros > 0 && below + zeros >= rank) {
            double from = negative.size() == 0 ? 0 : -threshold;
            double to = negative.size() > 0 && positive.size() == 0 ? 0 : threshold;
            return from + (to - from) * ((rank - below) / zeros);
        }
        below += zeros;
        int last = positive.size() - 1;
        for (int i = 0; i < last; i++) {
            double within = rank - below;
            below += positive.count(i);
            if (below >= rank) {
                return power(positive.index(i) + within / positive.count(i));
            }
        }
        // Rounding may put the rank beyond the last bucket.
        if (last < 0) {
            return zeros > 0 ? (negative.size() > 0 ? 0 : threshold) : -bound(negative.index(0));
        }
        return power(positive.index(last) + Math.min(1, (rank - below) / positive.count(last)));
    }

    /** The number of observations up to a bound, interpolated as those of {@link #quantile}. */
    @Override
    public double atMost(double bound) {
        double count = 0;
        for (int i = 0; i < negative.size(); i++) {
            int index = negative.index(i);
            count += negative.count(i) * (1 - within(-bound, index, power(index), power(index + 1)));
        }
        double from = negative.size() == 0 ? 0 : -threshold;
        double to = negative.size() > 0 && positive.size() == 0 ? 0 : threshold;
        if (zeros > 0 && bound >= from) {
            count += bound >= to ? zeros : zeros * ((bound - from) / (to - from));
        }
        for (int i = 0; i < positive.size(); i++) {
            int index = positive.index(i);
            count += positive.count(i) * within(bound, index, power(index), power(index + 1));
        }
        return count;
    }

    /** Only of zeros is the value known. */
    @Override
    public double at(double value) {
        return value == 0 && threshold == 0 ? zeros : 0;
    }

    /** The share of a bucket below an absolute value, from 0 to 1. */
    private double within(double size, int index, double lower, double upper) {
        if (!(size > lower)) {
            return 0;
        }
        return size >= upper ? 1 : Math.scalb(Math.log(size) / Math.log(2), scale) - index;
    }

    /** Names all parts. Arrays with many buckets without observations between others have a smaller scale. */
    @Override
    public void parts(Parts to) {
        Exponential written = copy();
        while (written.scale > LEAST_SCALE && Math.max(span(written.positive), span(written.negative)) > MOST_WRITTEN) {
            written.toScale(written.scale - 1);
        }
        to.number("count_delta", count());
        to.integer("scale", written.scale);
        to.number("zero_threshold", written.threshold);
        to.number("zero_count_delta", written.zeros);
        side("positive", written.positive, to);
        side("negative", written.negative, to);
    }

    private static long span(ExponentialSide side) {
        return side.size() == 0 ? 0 : (long) side.index(side.size() - 1) - side.index(0) + 1;
    }

    private static void side(String name, ExponentialSide side, Parts to) {
        if (side.size() == 0) {
            return;
        }
        to.integer(name + "_offset", side.index(0));
        StringJoiner counts = new StringJoiner(",", "[", "]");
        int next = side.index(0);
        for (int i = 0; i < side.size(); i++) {
            for (; next < side.index(i); next++) {
                counts.add("0");
            }
            counts.add(WrittenCount.spelled(side.count(i)));
            next++;
        }
        to.text(name + "_delta", counts.toString());
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isDelta);
        out.writeByte(scale);
        out.writeDouble(threshold);
        WrittenCount.write(zeros, out);
        positive.write(out);
        negative.write(out);
    }

    /** Reads the output of {@link #write}. */
    static Exponential read(DataInput in) throws IOException {
        Exponential read = new Exponential();
        read.isDelta = in.readBoolean();
        read.scale = in.readByte();
        if (read.scale < LEAST_SCALE || read.scale > MOST_SCALE) {
            throw new IOException("a histogram has the scale " + read.scale);
        }
        read.threshold = in.readDouble();
        read.zeros = WrittenCount.read(in);
        read.positive.read(in);
        read.negative.read(in);
        return read;
    }
}
