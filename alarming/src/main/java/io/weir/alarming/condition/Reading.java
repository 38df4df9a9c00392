package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A field's value: a number of any type, true or false, or the first {@value #LONGEST_TEXT}
 * bytes of a text. A view, used again and again, that is valid as long as
 * the line is; {@link #keep} makes it last. Not thread-safe.
 */
public final class Reading {

    private static final byte NUMBER = 0;
    private static final byte TRUTH = 1;
    private static final byte TEXT = 2;
    private static final byte[] NO_BYTES = {};

    /** Of a text so many bytes are looked at and told: what an operator reads, and what is remembered, is bounded. */
    private static final int LONGEST_TEXT = 1_024;

    private byte type = NUMBER;
    private double number;
    private byte[] bytes = NO_BYTES;
    private int from;
    private int to;

    /** Shows a field of the line that the reader is at. */
    public void show(LineReader lines, int field) {
        switch (lines.fieldType(field)) {
            case FLOAT, INTEGER, UNSIGNED -> showNumber(lines.doubleValue(field));
            case BOOLEAN -> showTruth(lines.booleanValue(field));
            case STRING -> showText(lines, field);
        }
    }

    private void showText(LineReader lines, int field) {
        showText(lines.bytes(), lines.valueStart(field) + 1, lines.valueEnd(field) - 1);
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\\') {
                byte[] plain = lines.stringValue(field).getBytes(UTF_8);
                showText(plain, 0, plain.length);
                return;
            }
        }
    }

    void showNumber(double value) {
        type = NUMBER;
        number = value;
    }

    void showTruth(boolean value) {
        type = TRUTH;
        number = value ? 1 : 0;
    }

    void showText(byte[] utf8, int begin, int end) {
        type = TEXT;
        bytes = utf8;
        from = begin;
        to = Math.min(end, begin + LONGEST_TEXT);
    }

    public boolean isNumber() {
        return type == NUMBER;
    }

    /** Of a number. */
    public double number() {
        return number;
    }

    boolean isTruth(boolean value) {
        return type == TRUTH && (number != 0) == value;
    }

    boolean isText(byte[] utf8) {
        return type == TEXT && Arrays.equals(bytes, from, to, utf8, 0, utf8.length);
    }

    boolean isSame(Reading other) {
        return type == other.type
                && (type == TEXT
                        ? Arrays.equals(bytes, from, to, other.bytes, other.from, other.to)
                        : number == other.number);
    }

    /** The same for equal values, and for different ones all but certainly not. */
    long identity() {
        // Zero has two signs, and is one value.
        long of = type == TEXT ? SeriesHash.of(bytes, from, to) : Double.doubleToLongBits(number + 0.0);
        return of * 31 + type;
    }

    /** Becomes a copy of the other, which may be shown something else afterwards. */
    void keep(Reading other) {
        type = other.type;
        number = other.number;
        bytes = type == TEXT ? Arrays.copyOfRange(other.bytes, other.from, other.to) : NO_BYTES;
        from = 0;
        to = bytes.length;
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(type);
        if (type == TEXT) {
            out.writeInt(to - from);
            out.write(bytes, from, to - from);
        } else {
            out.writeDouble(number);
        }
    }

    void read(DataInput in) throws IOException {
        type = in.readByte();
        if (type == TEXT) {
            byte[] text = new byte[in.readInt()];
            in.readFully(text);
            showText(text, 0, text.length);
        } else {
            number = in.readDouble();
        }
    }

    /** For people: 97 rather than 97.0. */
    @Override
    public String toString() {
        if (type == TEXT) {
            return new String(bytes, from, to - from, UTF_8);
        }
        if (type == TRUTH) {
            return number != 0 ? "true" : "false";
        }
        return plain(number);
    }

    /** A number for people. */
    public static String plain(double number) {
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < 1e15;
        return isWhole ? Long.toString((long) number) : Double.toString(number);
    }
}
