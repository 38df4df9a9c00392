package io.weir.processing.suppress;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.SeriesHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The value of a field in line protocol: a view of bytes that another object owns, or a copy made
 * by {@link #copy}. Not thread-safe.
 */
public sealed class Value permits ReferenceValue {

    /** Space reserved for every value. Every usual number fits. */
    static final int SHORT = 24;

    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int from;
    private int to;
    private FieldType type = FieldType.STRING;
    private double number;

    /**
     * Becomes a view of {@code bytes[from, to)}.
     *
     * @param sourceNumber the number nearest to the value; meaningless if it is not a number
     */
    public void wrap(byte[] source, int sourceFrom, int sourceTo, FieldType sourceType, double sourceNumber) {
        bytes = source;
        from = sourceFrom;
        to = sourceTo;
        type = sourceType;
        number = sourceNumber;
    }

    /** Becomes a copy of another value. Only for values that were never wrapped. */
    void copy(Value other) {
        int length = other.to - other.from;
        int capacity = other.capacity();
        if (bytes.length != capacity) {
            bytes = new byte[capacity];
        }
        System.arraycopy(other.bytes, other.from, bytes, 0, length);
        from = 0;
        to = length;
        // Storing a reference has a cost: the garbage collector (G1) inspects every place where one
        // was stored.
        if (type != other.type) {
            type = other.type;
        }
        number = other.number;
    }

    /** Drops a long value; another one may be copied later. */
    void drop() {
        if (bytes.length > SHORT) {
            bytes = NOTHING;
            from = 0;
            to = 0;
        }
    }

    /**
     * The bytes that a copy takes: {@link #SHORT}, or the length rounded up by at most a quarter.
     * Depends on the length alone: a restored copy takes as much, and texts of nearly the same
     * length reuse the array.
     */
    int capacity() {
        int length = to - from;
        if (length <= SHORT) {
            return SHORT;
        }
        int step = Integer.highestOneBit(length) / 4;
        return (length + step - 1) / step * step;
    }

    /** The value in line protocol; allocates. */
    public String spelling() {
        return new String(bytes, from, to - from, UTF_8);
    }

    public FieldType type() {
        return type;
    }

    /** The value of a float, or the double nearest to an integer. */
    public double number() {
        return number;
    }

    /** The exact value of an integer, or the 64 bits of an unsigned one. */
    long integer() {
        boolean isNegative = bytes[from] == '-';
        long digits = 0;
        for (int at = isNegative ? from + 1 : from; at < to - 1; at++) {
            digits = digits * 10 + (bytes[at] - '0');
        }
        return isNegative ? -digits : digits;
    }

    /** The hash of the spelling. */
    long hash() {
        return SeriesHash.of(bytes, from, to);
    }

    boolean isSpelledLike(Value other) {
        return Arrays.equals(bytes, from, to, other.bytes, other.from, other.to);
    }

    /** Writes the value. */
    void write(DataOutput out) throws IOException {
        out.writeUTF(type.name());
        out.writeDouble(number);
        out.writeInt(to - from);
        out.write(bytes, from, to - from);
    }

    /** Restores the output of {@link #write}. */
    void read(DataInput in) throws IOException {
        type = FieldType.valueOf(in.readUTF());
        number = in.readDouble();
        from = 0;
        to = in.readInt();
        bytes = new byte[capacity()];
        in.readFully(bytes, 0, to);
    }
}
