package io.weir.gateway.prometheus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.LineText;

/**
 * A native histogram, and its fields: those of an exponential histogram of OTLP, or with custom
 * buckets those of an explicit one. Reused; belongs to one thread.
 */
public final class NativeHistogram {
    /** The schema of custom buckets. */
    private static final int CUSTOM = -53;

    private static final byte[] COUNT = "count".getBytes(US_ASCII);
    private static final byte[] SUM = "sum".getBytes(US_ASCII);
    private static final byte[] SCALE = "scale".getBytes(US_ASCII);
    private static final byte[] ZERO_COUNT = "zero_count".getBytes(US_ASCII);
    private static final byte[] ZERO_THRESHOLD = "zero_threshold".getBytes(US_ASCII);
    private static final byte[] POSITIVE = "positive".getBytes(US_ASCII);
    private static final byte[] POSITIVE_OFFSET = "positive_offset".getBytes(US_ASCII);
    private static final byte[] NEGATIVE = "negative".getBytes(US_ASCII);
    private static final byte[] NEGATIVE_OFFSET = "negative_offset".getBytes(US_ASCII);
    private static final byte[] BOUNDS = "bounds".getBytes(US_ASCII);
    private static final byte[] COUNTS = "counts".getBytes(US_ASCII);

    private final Buckets positive = new Buckets();
    private final Buckets negative = new Buckets();
    private final LineText array = new LineText(256);
    /** Upper bounds of custom buckets, read like counts. */
    private final Buckets bounds = new Buckets();

    private double count;
    private double sum;
    private int schema;
    private double zeroThreshold;
    private double zeroCount;

    /** Begins another histogram. */
    public void clear() {
        positive.clear();
        negative.clear();
        bounds.clear();
        count = 0;
        sum = 0;
        schema = 0;
        zeroThreshold = 0;
        zeroCount = 0;
    }

    /** A count that is written as an unsigned integer. */
    public static double unsigned(long bits) {
        return bits >= 0 ? bits : Double.parseDouble(Long.toUnsignedString(bits));
    }

    public void setCount(double observations) {
        count = observations;
    }

    public void setSum(double ofValues) {
        sum = ofValues;
    }

    public double sum() {
        return sum;
    }

    public void setSchema(int number) {
        schema = number;
    }

    public void setZeroThreshold(double width) {
        zeroThreshold = width;
    }

    public void setZeroCount(double observations) {
        zeroCount = observations;
    }

    public Buckets positive() {
        return positive;
    }

    public Buckets negative() {
        return negative;
    }

    /** The upper bounds of custom buckets. */
    public Buckets bounds() {
        return bounds;
    }

    /** Whether the histogram has what only native ones have: spans of buckets, or a zero bucket. */
    public boolean isNative() {
        return positive.hasSpans() || negative.hasSpans() || zeroThreshold > 0 || zeroCount > 0;
    }

    /** Whether spans and counts fit together, and all counts are finite. */
    public boolean isRight() {
        if (!Double.isFinite(count)) {
            return false;
        }
        return schema == CUSTOM
                ? negative.isEmpty() && bounds.isReadable() && positive.fit(0, bounds.length() + 1L)
                : Double.isFinite(zeroCount)
                        && Double.isFinite(zeroThreshold)
                        && positive.fit(positive.first(), Long.MAX_VALUE)
                        && negative.fit(negative.first(), Long.MAX_VALUE);
    }

    /** Adds the fields of a histogram that {@link #isRight} to a line. */
    public void spell(LineSpeller line) {
        // A sum of values that are not finite is left out.
        number(line, SUM, sum);
        number(line, COUNT, count);
        if (schema == CUSTOM) {
            bounds.writeAll(array);
            array(line, BOUNDS);
            positive.write(array, 0, bounds.length() + 1);
            array(line, COUNTS);
        } else {
            integer(line, SCALE, schema);
            number(line, ZERO_COUNT, zeroCount);
            number(line, ZERO_THRESHOLD, zeroThreshold);
            side(line, POSITIVE_OFFSET, POSITIVE, positive);
            side(line, NEGATIVE_OFFSET, NEGATIVE, negative);
        }
    }

    /** In Prometheus, a bucket has the number of its upper bound, and in OTLP that of its lower one. */
    private void side(LineSpeller line, byte[] offset, byte[] counts, Buckets buckets) {
        if (buckets.length() > 0) {
            integer(line, offset, buckets.first() - 1L);
            buckets.write(array, buckets.first(), 0);
            array(line, counts);
        }
    }

    private static void number(LineSpeller line, byte[] key, double value) {
        line.fieldKey(key, 0, key.length);
        line.value(value);
    }

    private static void integer(LineSpeller line, byte[] key, long value) {
        line.fieldKey(key, 0, key.length);
        line.value(value);
    }

    private void array(LineSpeller line, byte[] key) {
        line.fieldKey(key, 0, key.length);
        line.text(array.bytes(), 0, array.length());
    }

    /** For people. */
    @Override
    public String toString() {
        return "histogram schema=" + schema + " count=" + count + " sum=" + sum;
    }
}
