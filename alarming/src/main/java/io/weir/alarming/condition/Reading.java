package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The value of a field: a number of any type, true or false, or the first {@value #LONGEST_TEXT}
 * bytes of a text. A reusable view that is valid as long as the line; {@link #keep} makes a copy.
 * Not thread-safe.
 */
public final class Reading {

    private static final byte NUMBER = 0;
    private static final byte TRUTH = 1;
    private static final byte TEXT = 2;
    private static final byte[] NO_BYTES = {};

    /**
     * Separates the hashes of integers that share a nearest double from the hashes of other
     * doubles.
     */
    private static final long FAR_APART = 0x9E37_79B9_7F4A_7C15L;

    /** From this magnitude on, an integer can have more digits than a double shows. */
    private static final double LONG_FROM = 1e15;

    /** Bounds of the integers of line protocol. */
    private static final double LEAST = -0x1p63;

    private static final double LARGEST = 0x1p64;

    /**
     * Bytes of a text that are compared and shown; this bounds messages to operators and saved
     * state.
     */
    static final int LONGEST_TEXT = 1_024;

    private byte type = NUMBER;
    private double number;

    /** Difference between an integer and its nearest double {@link #number}; the sum is exact. */
    private long rest;

    private byte[] bytes = NO_BYTES;
    private int from;
    private int to;

    /**
     * Returns a reading of this number, exact for integers. The number must be within the range of
     * doubles.
     */
    static Reading of(BigDecimal number) {
        Reading reading = new Reading();
        double nearest = number.doubleValue();
        boolean isWhole = number.stripTrailingZeros().scale() <= 0;
        if (isWhole && nearest >= LEAST && nearest <= LARGEST) {
            reading.showInteger(number.toBigInteger().longValue(), nearest);
        } else {
            reading.showNumber(nearest);
        }
        return reading;
    }

    /** Shows a field of the reader's current line. */
    public void show(LineReader lines, int field) {
        switch (lines.fieldType(field)) {
            case FLOAT -> showNumber(lines.doubleValue(field));
            case INTEGER, UNSIGNED -> showInteger(lines.longValue(field), lines.doubleValue(field));
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
        rest = 0;
    }

    /**
     * Shows a signed or unsigned integer.
     *
     * @param bits its lowest 64 bits
     * @param nearest its nearest double
     */
    void showInteger(long bits, double nearest) {
        type = NUMBER;
        number = nearest;
        rest = bits - (long) (nearest >= -LEAST ? nearest - LARGEST : nearest);
    }

    void showTruth(boolean value) {
        type = TRUTH;
        number = value ? 1 : 0;
        rest = 0;
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

    /** Returns the number, or its nearest double. */
    public double number() {
        return number;
    }

    /** Returns the greatest double at or below the number. */
    double floor() {
        return rest < 0 ? Math.nextDown(number) : number;
    }

    /** Returns the least double at or above the number. */
    double ceiling() {
        return rest > 0 ? Math.nextUp(number) : number;
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
                        : number == other.number && rest == other.rest);
    }

    /** Returns a hash: equal for equal values, and almost certainly different for others. */
    long identity() {
        // Positive and negative zero are the same value.
        long of = type == TEXT
                ? SeriesHash.of(bytes, from, to)
                : Double.doubleToLongBits(number + 0.0) + rest * FAR_APART;
        return of * 31 + type;
    }

    /** Copies the other reading, which may change afterwards. */
    void keep(Reading other) {
        type = other.type;
        number = other.number;
        rest = other.rest;
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
            out.writeLong(rest);
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
            rest = in.readLong();
        }
    }

    /** Formats for people: 97 rather than 97.0; integers with all digits. */
    @Override
    public String toString() {
        if (type == TEXT) {
            return new String(bytes, from, to - from, UTF_8);
        }
        if (type == TRUTH) {
            return number != 0 ? "true" : "false";
        }
        boolean isLong = Math.abs(number) >= LONG_FROM && number >= LEAST && number <= LARGEST;
        return isLong ? new BigDecimal(number).add(BigDecimal.valueOf(rest)).toPlainString() : Decimals.plain(number);
    }
}
