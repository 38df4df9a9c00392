package io.weir.gateway.sparkplug;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/** One metric of a payload, as protobuf has it. Reused for the next one. Belongs to one thread. */
final class Metric {
    /** For a metric without a time of its own. */
    static final long NO_TIME = Long.MIN_VALUE;

    // Fields of org.eclipse.tahu.protobuf.Payload.Metric.
    private static final int NAME = Wire.message(1);
    private static final int ALIAS = Wire.varint(2);
    private static final int TIMESTAMP = Wire.varint(3);
    private static final int DATATYPE = Wire.varint(4);
    private static final int IS_NULL = Wire.varint(7);
    private static final int INT = Wire.varint(10);
    private static final int LONG = Wire.varint(11);
    private static final int FLOAT = Wire.fixed32(12);
    private static final int DOUBLE = Wire.fixed64(13);
    private static final int BOOLEAN = Wire.varint(14);
    private static final int STRING = Wire.message(15);
    private static final int BYTES = Wire.message(16);

    /** How a value is written. */
    enum Form {
        /** No value, or a structure. */
        NONE,
        /** A number of 32 bits. */
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        BOOLEAN,
        STRING,
        BYTES
    }

    private byte[] bytes = {};
    private int start;
    private int nameFrom;
    private int nameTo;
    private boolean hasAlias;
    private long alias;
    private long millis;
    private int type;
    private boolean isNull;
    private Form form = Form.NONE;
    private long number;
    private double real;
    private int valueFrom;
    private int valueTo;
    /** Length of the bytes that were skipped last. */
    private int skipped;

    /**
     * Reads a metric.
     *
     * @throws IOException if it is not protobuf
     */
    void read(byte[] of, int from, int to) throws IOException {
        bytes = of;
        start = from;
        nameFrom = from;
        nameTo = from;
        hasAlias = false;
        millis = NO_TIME;
        type = MetricType.UNKNOWN;
        isNull = false;
        form = Form.NONE;
        CodedInputStream in = CodedInputStream.newInstance(of, from, to - from);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == NAME) {
                nameTo = skipBytes(in);
                nameFrom = nameTo - skipped;
            } else if (tag == ALIAS) {
                alias = in.readUInt64();
                hasAlias = true;
            } else if (tag == TIMESTAMP) {
                millis = in.readUInt64();
            } else if (tag == DATATYPE) {
                type = in.readUInt32();
            } else if (tag == IS_NULL) {
                isNull = in.readBool();
            } else if (!isValue(tag, in)) {
                Wire.skip(in, tag);
            }
        }
    }

    private boolean isValue(int tag, CodedInputStream in) throws IOException {
        if (tag == INT) {
            form = Form.INT;
            number = in.readUInt32();
        } else if (tag == LONG) {
            form = Form.LONG;
            number = in.readUInt64();
        } else if (tag == FLOAT) {
            form = Form.FLOAT;
            real = in.readFloat();
        } else if (tag == DOUBLE) {
            form = Form.DOUBLE;
            real = in.readDouble();
        } else if (tag == BOOLEAN) {
            form = Form.BOOLEAN;
            number = in.readBool() ? 1 : 0;
        } else if (tag == STRING || tag == BYTES) {
            form = tag == STRING ? Form.STRING : Form.BYTES;
            valueTo = skipBytes(in);
            valueFrom = valueTo - skipped;
        } else {
            return false;
        }
        return true;
    }

    /** Skips bytes, and returns the index after them. */
    private int skipBytes(CodedInputStream in) throws IOException {
        skipped = in.readRawVarint32();
        in.skipRawBytes(skipped);
        return start + in.getTotalBytesRead();
    }

    /** The name; empty without one. */
    String name() {
        return new String(bytes, nameFrom, nameTo - nameFrom, UTF_8);
    }

    boolean hasName() {
        return nameTo > nameFrom;
    }

    boolean isNamed(byte[] name) {
        return Arrays.equals(bytes, nameFrom, nameTo, name, 0, name.length);
    }

    boolean hasAlias() {
        return hasAlias;
    }

    long alias() {
        return alias;
    }

    /** Time since the epoch, or {@link #NO_TIME}. */
    long millis() {
        return millis;
    }

    /** A number of {@link MetricType}. */
    int type() {
        return type;
    }

    boolean isNull() {
        return isNull;
    }

    Form form() {
        return form;
    }

    /** The value, if it is an integer. One of 32 bits has the sign of an int. A boolean is 0 or 1. */
    long number() {
        return number;
    }

    /** The value, if it is a float or double. */
    double real() {
        return real;
    }

    /** Where {@link #valueFrom} and {@link #valueTo} point to. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the value begins, if it is a string or bytes. */
    int valueFrom() {
        return valueFrom;
    }

    int valueTo() {
        return valueTo;
    }
}
