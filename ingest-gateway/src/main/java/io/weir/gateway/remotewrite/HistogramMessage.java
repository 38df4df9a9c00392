package io.weir.gateway.remotewrite;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.gateway.prometheus.NativeHistogram;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;

/** The message of a native histogram, the same in both versions. Reused; belongs to one thread. */
final class HistogramMessage {
    private static final int COUNT_INTEGER = 1 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int COUNT_FLOAT = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int SUM = 3 << 3 | WireFormat.WIRETYPE_FIXED64;
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

    private final NativeHistogram histogram = new NativeHistogram();
    private long millis;

    NativeHistogram histogram() {
        return histogram;
    }

    long millis() {
        return millis;
    }

    /** Reads a message up to its limit. */
    void read(CodedInputStream in) throws IOException {
        histogram.clear();
        millis = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case COUNT_INTEGER -> histogram.setCount(NativeHistogram.unsigned(in.readUInt64()));
                case COUNT_FLOAT -> histogram.setCount(in.readDouble());
                case SUM -> histogram.setSum(in.readDouble());
                case SCHEMA -> histogram.setSchema(in.readSInt32());
                case THRESHOLD -> histogram.setZeroThreshold(in.readDouble());
                case ZERO_COUNT_INTEGER -> histogram.setZeroCount(NativeHistogram.unsigned(in.readUInt64()));
                case ZERO_COUNT_FLOAT -> histogram.setZeroCount(in.readDouble());
                case NEGATIVE_SPAN -> histogram.negative().readSpan(in);
                case NEGATIVE_DELTAS -> histogram.negative().readDeltas(in);
                case NEGATIVE_COUNTS -> histogram.negative().readCounts(in);
                case POSITIVE_SPAN -> histogram.positive().readSpan(in);
                case POSITIVE_DELTAS -> histogram.positive().readDeltas(in);
                case POSITIVE_COUNTS -> histogram.positive().readCounts(in);
                case MILLIS -> millis = in.readInt64();
                case CUSTOM_BOUNDS -> histogram.bounds().readCounts(in);
                default -> Wire.skip(in, tag);
            }
        }
    }

    /** For people. */
    @Override
    public String toString() {
        return histogram + " " + millis;
    }
}
