package io.weir.gateway.exposition;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.gateway.prometheus.NativeHistogram;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;

/**
 * The message of a histogram, which may have classic buckets, native ones, or both. Reused; belongs to
 * one thread.
 */
final class HistogramMessage {
    private static final int COUNT = 1 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int SUM = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int BUCKET = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int COUNT_FLOAT = 4 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int SCHEMA = 5 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int THRESHOLD = 6 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int ZERO_COUNT = 7 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int ZERO_COUNT_FLOAT = 8 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int NEGATIVE_SPAN = 9 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NEGATIVE_DELTA = 10 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int NEGATIVE_DELTAS = 10 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NEGATIVE_COUNT = 11 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int NEGATIVE_COUNTS = 11 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_SPAN = 12 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_DELTA = 13 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int POSITIVE_DELTAS = 13 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int POSITIVE_COUNT = 14 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int POSITIVE_COUNTS = 14 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int EXEMPLAR = 16 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ALL = Wire.fields(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);

    /** Of a bucket. */
    private static final int CUMULATIVE = 1 << 3 | WireFormat.WIRETYPE_VARINT;

    private static final int BOUND = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int EXEMPLAR_OF_BUCKET = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int CUMULATIVE_FLOAT = 4 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int ALL_OF_BUCKET = Wire.fields(1, 2, 4);

    private final NativeHistogram histogram = new NativeHistogram();
    private double count;
    private double countFloat;
    private double zeroCountFloat;
    private int exemplars;
    private boolean hasInfinite;

    /** What the message has of a native histogram. */
    NativeHistogram histogram() {
        return histogram;
    }

    /** Reads a message up to its limit, and adds its samples. */
    void read(CodedInputStream in, boolean keepsClassic, MetricSamples into) throws IOException {
        histogram.clear();
        count = 0;
        countFloat = 0;
        zeroCountFloat = 0;
        exemplars = 0;
        hasInfinite = false;
        int before = into.count();
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case COUNT -> count = NativeHistogram.unsigned(in.readUInt64());
                case COUNT_FLOAT -> countFloat = in.readDouble();
                case SUM -> histogram.setSum(in.readDouble());
                case BUCKET -> bucket(in, into);
                case EXEMPLAR -> {
                    exemplars++;
                    Wire.skip(in, tag);
                }
                default -> ofNative(in, tag);
            }
        }
        // As in Prometheus, a float overrides the integer if it is positive.
        double observations = countFloat > 0 ? countFloat : count;
        histogram.setCount(observations);
        if (zeroCountFloat > 0) {
            histogram.setZeroCount(zeroCountFloat);
        }
        boolean hasClassic = into.count() > before;
        if (histogram.isNative()) {
            if (!keepsClassic) {
                into.truncate(before);
            }
            into.add(SampleKind.NATIVE, 0, 0, exemplars);
            exemplars = 0;
        }
        if (!histogram.isNative() || (hasClassic && keepsClassic)) {
            classic(observations, into);
        }
    }

    private void classic(double observations, MetricSamples into) {
        if (!hasInfinite) {
            into.add(SampleKind.BUCKET, Double.POSITIVE_INFINITY, observations, 0);
        }
        into.add(SampleKind.COUNT, 0, observations, exemplars);
        into.add(SampleKind.SUM, 0, histogram.sum(), 0);
    }

    private void ofNative(CodedInputStream in, int tag) throws IOException {
        switch (tag) {
            case SCHEMA -> histogram.setSchema(in.readSInt32());
            case THRESHOLD -> histogram.setZeroThreshold(in.readDouble());
            case ZERO_COUNT -> histogram.setZeroCount(NativeHistogram.unsigned(in.readUInt64()));
            case ZERO_COUNT_FLOAT -> zeroCountFloat = in.readDouble();
            case NEGATIVE_SPAN -> histogram.negative().readSpan(in);
            case NEGATIVE_DELTA -> histogram.negative().readDelta(in);
            case NEGATIVE_DELTAS -> histogram.negative().readDeltas(in);
            case NEGATIVE_COUNT -> histogram.negative().readCount(in);
            case NEGATIVE_COUNTS -> histogram.negative().readCounts(in);
            case POSITIVE_SPAN -> histogram.positive().readSpan(in);
            case POSITIVE_DELTA -> histogram.positive().readDelta(in);
            case POSITIVE_DELTAS -> histogram.positive().readDeltas(in);
            case POSITIVE_COUNT -> histogram.positive().readCount(in);
            case POSITIVE_COUNTS -> histogram.positive().readCounts(in);
            default -> Wire.skipUnknown(in, tag, ALL);
        }
    }

    private void bucket(CodedInputStream in, MetricSamples into) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        double cumulative = 0;
        double cumulativeFloat = 0;
        double bound = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case CUMULATIVE -> cumulative = NativeHistogram.unsigned(in.readUInt64());
                case CUMULATIVE_FLOAT -> cumulativeFloat = in.readDouble();
                case BOUND -> bound = in.readDouble();
                case EXEMPLAR_OF_BUCKET -> {
                    exemplars++;
                    Wire.skip(in, tag);
                }
                default -> Wire.skipUnknown(in, tag, ALL_OF_BUCKET);
            }
        }
        in.popLimit(limit);
        hasInfinite |= bound == Double.POSITIVE_INFINITY;
        into.add(SampleKind.BUCKET, bound, cumulativeFloat > 0 ? cumulativeFloat : cumulative, 0);
    }
}
