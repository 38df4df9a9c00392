package io.weir.processing.repeat;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The value of a field as line protocol spells it: a view of bytes that belong to somebody else, until {@link #copy} makes it
 * one that may be kept. Not thread-safe.
 */
public sealed class Value permits Held {

    /** A value that is no longer than this, as every usual number, has its place reserved. */
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
     * @param sourceNumber the value as the nearest number; means nothing where it is none
     */
    public void wrap(byte[] source, int sourceFrom, int sourceTo, FieldType sourceType, double sourceNumber) {
        bytes = source;
        from = sourceFrom;
        to = sourceTo;
        type = sourceType;
        number = sourceNumber;
    }

    /** Becomes a copy of another value. Only to be asked of one that was never wrapped. */
    void copy(Value other) {
        int length = other.to - other.from;
        int room = other.room();
        if (bytes.length != room) {
            bytes = new byte[room];
        }
        System.arraycopy(other.bytes, other.from, bytes, 0, length);
        from = 0;
        to = length;
        // Storing a reference is not free: the collector (G1) looks at each place where one was stored.
        if (type != other.type) {
            type = other.type;
        }
        number = other.number;
    }

    /** Drops a long value; another may be copied in its place. */
    void drop() {
        if (bytes.length > SHORT) {
            bytes = NOTHING;
            from = 0;
            to = 0;
        }
    }

    /**
     * The bytes that a copy takes: {@link #SHORT}, or the length rounded up by a quarter at most. Depends on the length alone, so that
     * a restored copy takes as much, and texts of nearly the same length need no other array.
     */
    int room() {
        int length = to - from;
        if (length <= SHORT) {
            return SHORT;
        }
        int step = Integer.highestOneBit(length) / 4;
        return (length + step - 1) / step * step;
    }

    /** As line protocol spells it; allocates. */
    public String spelling() {
        return new String(bytes, from, to - from, UTF_8);
    }

    public FieldType type() {
        return type;
    }

    /** A float; of an integer, the nearest one. */
    public double number() {
        return number;
    }

    /** An integer to the last digit; the 64 bits of an unsigned one. */
    long integer() {
        boolean isNegative = bytes[from] == '-';
        long digits = 0;
        for (int at = isNegative ? from + 1 : from; at < to - 1; at++) {
            digits = digits * 10 + (bytes[at] - '0');
        }
        return isNegative ? -digits : digits;
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

    /** Restores what {@link #write} wrote. */
    void read(DataInput in) throws IOException {
        type = FieldType.valueOf(in.readUTF());
        number = in.readDouble();
        from = 0;
        to = in.readInt();
        bytes = new byte[room()];
        in.readFully(bytes, 0, to);
    }
}
