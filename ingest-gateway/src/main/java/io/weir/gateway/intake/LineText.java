package io.weir.gateway.intake;

import io.weir.contract.line.LineBuffer;
import java.util.Arrays;

/**
 * A growing text of line protocol, used again and again: what is spelled already, and names, numbers and strings as line protocol
 * spells them. What makes a line of them is the caller's. Allocates nothing but for fractions with many decimals. Not thread-safe.
 */
public final class LineText {
    private static final int LONGEST_INTEGER = 20;
    /** Below 2^53, so that a long and a double say the same. */
    private static final double EXACT_BELOW = 1e15;
    /** Below it, a million times as much is below {@link #EXACT_BELOW}. */
    private static final double SHORT_BELOW = 1e9;

    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

    private byte[] bytes;
    private int length;

    /** An empty text with room for {@code capacity} bytes before it grows. */
    public LineText(int capacity) {
        bytes = new byte[capacity];
    }

    /** The bytes themselves, valid up to {@link #length} and until the next change. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of bytes so far. */
    public int length() {
        return length;
    }

    /** Forgets what is behind the first {@code length} bytes. */
    public void truncate(int length) {
        this.length = length;
    }

    /** One character. */
    public void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Characters, each one byte. */
    public void put(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
    }

    /** What is spelled already. */
    public void put(byte[] text) {
        put(text, 0, text.length);
    }

    /** What is spelled already, between the indexes. */
    public void put(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    /** A plain name; false, and nothing, if it is one that line protocol cannot spell or that would be empty. */
    public boolean name(NameSpelling spelling, byte[] name, int from, int to) {
        reserve(2 * (to - from));
        int end = spelling.write(name, from, to, bytes, length);
        if (end <= length) {
            return false;
        }
        length = end;
        return true;
    }

    /** A string in double quotes. */
    public void quoted(byte[] source, int from, int to) {
        reserve(2 * (to - from) + 2);
        bytes[length++] = '"';
        for (int at = from; at < to; at++) {
            if (source[at] == '"' || source[at] == '\\') {
                bytes[length++] = '\\';
            }
            bytes[length++] = source[at];
        }
        bytes[length++] = '"';
    }

    /** A whole number, without a suffix. */
    public void number(long value) {
        reserve(LONGEST_INTEGER);
        length = LineBuffer.writeLong(bytes, length, value);
    }

    /** The 64 bits as a number without sign. */
    public void unsigned(long bits) {
        if (bits >= 0) {
            number(bits);
        } else {
            number(Long.divideUnsigned(bits, 10));
            put((char) ('0' + Long.remainderUnsigned(bits, 10)));
        }
    }

    /** A finite number so that it is read as the same again; a fraction of more than six decimals allocates. */
    public void number(double value) {
        if (!wroteShort(value, false)) {
            put(Double.toString(value));
        }
    }

    /** As above, with no more digits than a number of 32 bits has. */
    public void number(float value) {
        if (!wroteShort(value, true)) {
            put(Float.toString(value));
        }
    }

    /** Writes a number with no or few decimals; false if it has too many. */
    private boolean wroteShort(double value, boolean isFloat) {
        if (Math.abs(value) < EXACT_BELOW && value == (long) value) {
            number((long) value);
            return true;
        }
        if (Math.abs(value) >= SHORT_BELOW) {
            return false;
        }
        for (int decimals = 1; decimals < POWERS.length; decimals++) {
            long digits = Math.round(value * POWERS[decimals]);
            // Both operands are exact, so the division rounds once: to what a reader of these digits gets.
            double read = digits / POWERS[decimals];
            if (isFloat ? (float) read == (float) value : read == value) {
                decimal(digits, decimals);
                return true;
            }
        }
        return false;
    }

    private void decimal(long digits, int decimals) {
        if (digits < 0) {
            put('-');
        }
        long power = (long) POWERS[decimals];
        long size = Math.abs(digits);
        number(size / power);
        put('.');
        int end = length + decimals;
        reserve(decimals);
        long rest = size % power;
        for (int at = end - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length = end;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
