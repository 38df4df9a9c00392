package io.weir.gateway.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Parser;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint.ValueCase;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/**
 * A data point of a gauge or sum in a body that was checked: its numbers, and the places of its
 * attributes. Reused for all points. Belongs to one thread.
 */
final class NumberPoint {
    /** A point with more is refused. */
    static final int MOST_ATTRIBUTES = 1 << 10;

    private static final Parser<NumberDataPoint> POINTS = DiscardUnknownFieldsParser.wrap(NumberDataPoint.parser());

    private static final int ATTRIBUTE = Wire.message(NumberDataPoint.ATTRIBUTES_FIELD_NUMBER);
    private static final int TIME = Wire.fixed64(NumberDataPoint.TIME_UNIX_NANO_FIELD_NUMBER);
    private static final int AS_DOUBLE = Wire.fixed64(NumberDataPoint.AS_DOUBLE_FIELD_NUMBER);
    private static final int AS_INT = Wire.fixed64(NumberDataPoint.AS_INT_FIELD_NUMBER);
    private static final int FLAGS = Wire.varint(NumberDataPoint.FLAGS_FIELD_NUMBER);
    private static final int KEY = Wire.message(KeyValue.KEY_FIELD_NUMBER);
    private static final int VALUE = Wire.message(KeyValue.VALUE_FIELD_NUMBER);
    private static final int STRING = Wire.message(AnyValue.STRING_VALUE_FIELD_NUMBER);

    private byte[] body = {};
    private int start;
    private long place;
    private long nanos;
    private int flags;
    private ValueCase type = ValueCase.VALUE_NOT_SET;
    private long integer;
    private double real;
    /** Keys and values alternate. Attributes beyond the most that a point may have are only counted. */
    private long[] attributes = new long[32];

    private int count;
    private boolean hasOnlyTexts;

    /**
     * Begins a stream.
     *
     * @param start the index in the body at which the stream begins
     */
    void begin(byte[] body, int start) {
        this.body = body;
        this.start = start;
    }

    /** Reads the point whose length is next in the stream. */
    void read(CodedInputStream in) throws IOException {
        nanos = 0;
        flags = 0;
        type = ValueCase.VALUE_NOT_SET;
        count = 0;
        hasOnlyTexts = true;
        int limit = in.pushLimit(in.readRawVarint32());
        int from = start + in.getTotalBytesRead();
        place = Place.of(from, from + in.getBytesUntilLimit());
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == ATTRIBUTE) {
                readAttribute(in);
            } else if (tag == TIME) {
                nanos = in.readFixed64();
            } else if (tag == AS_DOUBLE) {
                type = ValueCase.AS_DOUBLE;
                real = in.readDouble();
            } else if (tag == AS_INT) {
                type = ValueCase.AS_INT;
                integer = in.readSFixed64();
            } else if (tag == FLAGS) {
                flags = in.readUInt32();
            } else {
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
    }

    private void readAttribute(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        long key = Place.NOWHERE;
        long value = Place.NOWHERE;
        boolean hasValue = false;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == KEY) {
                key = Place.skip(in, start);
            } else if (tag == VALUE) {
                hasOnlyTexts &= !hasValue; // Protobuf merges the two.
                hasValue = true;
                value = readText(in);
            } else {
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
        add(key, value);
    }

    private long readText(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        long text = Place.NOWHERE;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == STRING) {
                text = Place.skip(in, start);
            } else {
                hasOnlyTexts = false;
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
        return text;
    }

    private void add(long key, long value) {
        if (count < MOST_ATTRIBUTES) {
            if (2 * count == attributes.length) {
                attributes = Arrays.copyOf(attributes, 2 * attributes.length);
            }
            attributes[2 * count] = key;
            attributes[2 * count + 1] = value;
        }
        count++;
    }

    /** Whether the value of each attribute is a text, or there is none. */
    boolean hasOnlyTexts() {
        return hasOnlyTexts;
    }

    /** The number of attributes, of which only {@value #MOST_ATTRIBUTES} have a place. */
    int attributes() {
        return count;
    }

    /** The place of an attribute's key. */
    long key(int attribute) {
        return attributes[2 * attribute];
    }

    /** The place of an attribute's value. */
    long value(int attribute) {
        return attributes[2 * attribute + 1];
    }

    /** The body in which the places are. */
    byte[] body() {
        return body;
    }

    long nanos() {
        return nanos;
    }

    int flags() {
        return flags;
    }

    ValueCase type() {
        return type;
    }

    /** The value, if it is an integer. */
    long integer() {
        return integer;
    }

    /** The value, if it is not an integer. */
    double real() {
        return real;
    }

    /** The point as a message; allocates. */
    NumberDataPoint message() throws IOException {
        return POINTS.parseFrom(body, Place.from(place), Place.length(place));
    }
}
