package io.weir.gateway.exposition;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.weir.gateway.prometheus.NativeHistogram;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;

/**
 * A metric of a family: its labels, its samples, and their time. Its samples follow from the values that
 * it has, whatever type the family names. Reused; belongs to one thread.
 */
final class MetricMessage {
    private static final int LABEL = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int GAUGE = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int COUNTER = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int SUMMARY = 4 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int UNTYPED = 5 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int MILLIS = 6 << 3 | WireFormat.WIRETYPE_VARINT;
    private static final int HISTOGRAM = 7 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ALL = Wire.fields(1, 2, 3, 4, 5, 6, 7);

    /** Of a counter, a gauge and a metric without a type. */
    private static final int VALUE = 1 << 3 | WireFormat.WIRETYPE_FIXED64;
    /** Of a counter. */
    private static final int EXEMPLAR = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private static final int ALL_OF_VALUE = Wire.fields(1);

    /** Of a summary. */
    private static final int COUNT = 1 << 3 | WireFormat.WIRETYPE_VARINT;

    private static final int SUM = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int QUANTILE = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int ALL_OF_SUMMARY = Wire.fields(1, 2, 3);

    /** Of a quantile; its value is the next field. */
    private static final int RANK = 1 << 3 | WireFormat.WIRETYPE_FIXED64;

    private static final int VALUE_OF_QUANTILE = 2 << 3 | WireFormat.WIRETYPE_FIXED64;
    private static final int ALL_OF_QUANTILE = Wire.fields(1, 2);

    private final MetricSamples samples = new MetricSamples();
    private final HistogramMessage histogram = new HistogramMessage();
    private final LabelMessages labels = new LabelMessages();
    private long millis;

    void clear() {
        samples.clear();
        labels.clear();
        millis = SampleReader.NO_STAMP;
    }

    /**
     * Reads a message up to its limit.
     *
     * @param start the index in the body at which {@code in} began
     */
    void read(CodedInputStream in, byte[] body, int start, boolean keepsClassic) throws IOException {
        clear();
        labels.begin(body);
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case LABEL -> labels.add(Place.skip(in, start));
                case MILLIS -> millis = stamp(in.readInt64());
                case GAUGE, COUNTER, UNTYPED, SUMMARY, HISTOGRAM -> {
                    int limit = in.pushLimit(in.readRawVarint32());
                    switch (tag) {
                        case SUMMARY -> summary(in);
                        case HISTOGRAM -> histogram.read(in, keepsClassic, samples);
                        default -> value(in);
                    }
                    in.popLimit(limit);
                }
                default -> Wire.skipUnknown(in, tag, ALL);
            }
        }
    }

    private void value(CodedInputStream in) throws IOException {
        double read = 0;
        int exemplars = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == VALUE) {
                read = in.readDouble();
            } else {
                exemplars += tag == EXEMPLAR ? 1 : 0;
                Wire.skipUnknown(in, tag, ALL_OF_VALUE);
            }
        }
        samples.add(SampleKind.VALUE, 0, read, exemplars);
    }

    private void summary(CodedInputStream in) throws IOException {
        double count = 0;
        double sum = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case COUNT -> count = NativeHistogram.unsigned(in.readUInt64());
                case SUM -> sum = in.readDouble();
                case QUANTILE -> quantile(in);
                default -> Wire.skipUnknown(in, tag, ALL_OF_SUMMARY);
            }
        }
        samples.add(SampleKind.COUNT, 0, count, 0);
        samples.add(SampleKind.SUM, 0, sum, 0);
    }

    private void quantile(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        double rank = 0;
        double read = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            switch (tag) {
                case RANK -> rank = in.readDouble();
                case VALUE_OF_QUANTILE -> read = in.readDouble();
                default -> Wire.skipUnknown(in, tag, ALL_OF_QUANTILE);
            }
        }
        in.popLimit(limit);
        samples.add(SampleKind.QUANTILE, rank, read, 0);
    }

    MetricSamples samples() {
        return samples;
    }

    /** Of the sample whose kind is {@link SampleKind#NATIVE}. */
    NativeHistogram histogram() {
        return histogram.histogram();
    }

    /** Zero means no timestamp, as in Prometheus. */
    private static long stamp(long millis) {
        return millis == 0 ? SampleReader.NO_STAMP : millis;
    }

    /** The timestamp, or {@link SampleReader#NO_STAMP}. */
    long millis() {
        return millis;
    }

    LabelMessages labels() {
        return labels;
    }
}
