package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.LineText;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;

/**
 * A native histogram, and its fields: those of an exponential histogram of OTLP, or with custom
 * buckets those of an explicit one. Reused; belongs to one thread.
 */
final class NativeHistogram {
    /** The schema of custom buckets. */
    private static final int CUSTOM = -53;

    private static final int COUNT_INTEGER = 1 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int COUNT_FLOAT = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int SUM_TAG = 3 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int SCHEMA = 4 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int THRESHOLD = 5 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int ZERO_COUNT_INTEGER = 6 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int ZERO_COUNT_FLOAT = 7 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int NEGATIVE_SPAN = 8 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NEGATIVE_DELTAS = 9 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NEGATIVE_COUNTS = 10 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_SPAN = 11 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_DELTAS = 12 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_COUNTS = 13 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int MILLIS = 15 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int CUSTOM_BOUNDS = 16 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

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
    private long millis;

    double sum() {
        return sum;
    }

    long millis() {
        return millis;
    }

    /** Reads a message up to its limit. */
    void read(CodedInputStream in) throws IOException {
        positive.clear();
        negative.clear();
        bounds.clear();
        count = 0;
        sum = 0;
        schema = 0;
        zeroThreshold = 0;
        zeroCount = 0;
        millis = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case COUNT_INTEGER -> count = unsigned(in.readUInt64());
                case COUNT_FLOAT -> count = in.readDouble();
                case SUM_TAG -> sum = in.readDouble();
                case SCHEMA -> schema = in.readSInt32();
                case THRESHOLD -> zeroThreshold = in.readDouble();
                case ZERO_COUNT_INTEGER -> zeroCount = unsigned(in.readUInt64());
                case ZERO_COUNT_FLOAT -> zeroCount = in.readDouble();
                case NEGATIVE_SPAN -> negative.readSpan(in);
                case NEGATIVE_DELTAS -> negative.readDeltas(in);
                case NEGATIVE_COUNTS -> negative.readCounts(in);
                case POSITIVE_SPAN -> positive.readSpan(in);
                case POSITIVE_DELTAS -> positive.readDeltas(in);
                case POSITIVE_COUNTS -> positive.readCounts(in);
                case MILLIS -> millis = in.readInt64();
                case CUSTOM_BOUNDS -> bounds.readCounts(in);
                default -> Wire.skip(in, tag);
            }
        }
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : Double.parseDouble(Long.toUnsignedString(bits));
    }

    /** Adds the fields to a line. Returns why there are none. */
    RemoteWriteError spell(LineSpeller line) {
        boolean isRight = schema == CUSTOM ? explicit(line) : exponential(line);
        return isRight ? RemoteWriteError.NONE : RemoteWriteError.BAD_HISTOGRAM;
    }

    private boolean explicit(LineSpeller line) {
        return summary(line)
                && negative.isEmpty()
                && array(line, BOUNDS, bounds.writeAll(array))
                && array(line, COUNTS, positive.write(array, 0, bounds.length() + 1))
                && positive.end() <= bounds.length() + 1;
    }

    private boolean exponential(LineSpeller line) {
        return summary(line)
                && integer(line, SCALE, schema)
                && number(line, ZERO_COUNT, zeroCount)
                && number(line, ZERO_THRESHOLD, zeroThreshold)
                && side(line, POSITIVE_OFFSET, POSITIVE, positive)
                && side(line, NEGATIVE_OFFSET, NEGATIVE, negative);
    }

    private boolean summary(LineSpeller line) {
        // A sum of values that are not finite is left out.
        number(line, SUM, sum);
        return number(line, COUNT, count);
    }

    /** In Prometheus, a bucket has the number of its upper bound, and in OTLP that of its lower one. */
    private boolean side(LineSpeller line, byte[] offset, byte[] counts, Buckets buckets) {
        return buckets.isEmpty()
                || (integer(line, offset, buckets.first() - 1L)
                        && array(line, counts, buckets.write(array, buckets.first(), 0)));
    }

    private static boolean number(LineSpeller line, byte[] key, double value) {
        return line.fieldKey(key, 0, key.length) && line.value(value);
    }

    private static boolean integer(LineSpeller line, byte[] key, long value) {
        return line.fieldKey(key, 0, key.length) && line.value(value);
    }

    private boolean array(LineSpeller line, byte[] key, boolean isWritten) {
        return isWritten && line.fieldKey(key, 0, key.length) && line.text(array.bytes(), 0, array.length());
    }

    /** For people. */
    @Override
    public String toString() {
        return "histogram schema=" + schema + " count=" + count + " sum=" + sum + " " + millis;
    }
}
