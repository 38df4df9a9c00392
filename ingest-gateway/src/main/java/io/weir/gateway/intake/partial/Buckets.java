package io.weir.gateway.intake.partial;

import io.weir.gateway.intake.spelling.LineText;

/**
 * The buckets of an exponential histogram of OTLP: as fine as {@link BucketSide#MOST_BUCKETS} on each side
 * allow, so they depend on the values alone and not on their order. Not thread-safe.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otel/metrics/data-model/#exponentialhistogram">
 *     ExponentialHistogram</a>
 */
final class Buckets {
    /** The largest scale that OTLP's SDKs use. */
    private static final int FINEST = 20;

    private static final double FRACTIONS = 1 << FINEST;
    private static final double LOG_OF_2 = Math.log(2);
    private static final int BITS_OF_FRACTION = 52;

    private final BucketSide positive = new BucketSide();
    private final BucketSide negative = new BucketSide();
    private int scale = FINEST;
    private long zeros;

    /** Adds a finite value. */
    void add(double value) {
        if (value == 0) {
            zeros++;
            return;
        }
        BucketSide side = value > 0 ? positive : negative;
        int index = finestIndex(Math.abs(value)) >> (FINEST - scale);
        while (!side.fits(index)) {
            scale--;
            index >>= 1;
            positive.halve();
            negative.halve();
        }
        side.add(index);
    }

    /**
     * The bucket of the finest scale. Exact at powers of two, which are the upper bounds of their
     * buckets.
     */
    private static int finestIndex(double size) {
        boolean isSubnormal = size < Double.MIN_NORMAL;
        double normal = isSubnormal ? Math.scalb(size, BITS_OF_FRACTION) : size;
        int exponent = Math.getExponent(normal);
        double fraction = Math.scalb(normal, -exponent);
        int within = (int) Math.ceil(Math.log(fraction) / LOG_OF_2 * FRACTIONS) - 1;
        return ((exponent - (isSubnormal ? BITS_OF_FRACTION : 0)) << FINEST) + within;
    }

    /** Memory in use, in bytes. */
    int bytes() {
        return positive.bytes() + negative.bytes();
    }

    /** Appends the fields of a line. */
    void write(LineText to) {
        to.put(",scale=");
        to.number((long) scale);
        to.put("i,zero_count_delta=");
        to.number(zeros);
        to.put("i,zero_threshold=0");
        positive.write("positive", to);
        negative.write("negative", to);
    }
}
