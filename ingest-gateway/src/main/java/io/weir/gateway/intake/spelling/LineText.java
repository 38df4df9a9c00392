package io.weir.gateway.intake.spelling;

import io.weir.contract.line.LineBuffer;
import java.util.Arrays;

/**
 * A growing, reusable buffer of line protocol: ready-made bytes, and names, numbers and strings in
 * the syntax of line protocol. The caller composes lines from them. Allocates only for fractions
 * with many decimals. Not thread-safe.
 */
public final class LineText {
    private static final int LONGEST_INTEGER = 20;
    /** The longest array that every Java allocates. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
    /** Below 2^53, so that a long and a double represent the same integers. */
    private static final double EXACT_BELOW = 1e15;
    /** Numbers below this limit stay below {@link #EXACT_BELOW} when multiplied by a million. */
    private static final double SHORT_BELOW = 1e9;

    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

    /** Longer buffers are released when they are cleared. */
    private static final int KEPT_BYTES = 256 << 10;

    private final int capacity;
    private byte[] bytes;
    private int length;

    /** An empty text with an initial capacity of {@code capacity} bytes. */
    public LineText(int capacity) {
        this.capacity = capacity;
        bytes = new byte[capacity];
    }

    /** The buffer itself, valid up to {@link #length} and until the next change. */
    public byte[] bytes() {
        return bytes;
    }

    /** Length so far, in bytes. */
    public int length() {
        return length;
    }

    /** Discards everything after the first {@code length} bytes. */
    public void truncate(int length) {
        this.length = length;
    }

    /** Discards everything, and the memory of an unusually long text. */
    public void clear() {
        length = 0;
        if (bytes.length > Math.max(KEPT_BYTES, capacity)) {
            bytes = new byte[capacity];
        }
    }

    /** Appends one character. */
    public void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Appends characters of one byte each. */
    public void put(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
    }

    /** Appends ready-made bytes. */
    public void put(byte[] text) {
        put(text, 0, text.length);
    }

    /** Appends the bytes between the indexes. */
    public void put(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    /**
     * Appends a plain name. Appends nothing and returns false if line protocol cannot express the
     * name or if it would be empty.
     */
    public boolean name(NameSpelling spelling, byte[] name, int from, int to) {
        reserve(2L * (to - from));
        int end = spelling.write(name, from, to, bytes, length);
        if (end <= length) {
            return false;
        }
        length = end;
        return true;
    }

    /** Appends a string in double quotes. */
    public void quoted(byte[] source, int from, int to) {
        reserve(2L * (to - from) + 2);
        bytes[length++] = '"';
        for (int at = from; at < to; at++) {
            if (source[at] == '"' || source[at] == '\\') {
                bytes[length++] = '\\';
            }
            bytes[length++] = source[at];
        }
        bytes[length++] = '"';
    }

    /** Appends an integer without a suffix. */
    public void number(long value) {
        reserve(LONGEST_INTEGER);
        length = LineBuffer.writeLong(bytes, length, value);
    }

    /** Appends the 64 bits as an unsigned integer. */
    public void unsigned(long bits) {
        if (bits >= 0) {
            number(bits);
        } else {
            number(Long.divideUnsigned(bits, 10));
            put((char) ('0' + Long.remainderUnsigned(bits, 10)));
        }
    }

    /**
     * Appends a finite number that reads back as the same value. Allocates for more than six
     * decimals.
     */
    public void number(double value) {
        if (!wroteShort(value, false)) {
            put(Double.toString(value));
        }
    }

    /** As above, with no more digits than a 32-bit float needs. */
    public void number(float value) {
        if (!wroteShort(value, true)) {
            put(Float.toString(value));
        }
    }

    /** Appends a number with at most six decimals; returns false if it needs more. */
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
            // Both operands are exact, so the division rounds once, to the value that a reader of
            // these digits gets.
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

    private void reserve(long more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, capacityFor(length + more, bytes.length));
        }
    }

    /** The capacity of a buffer that grows to {@code needed} bytes. */
    static int capacityFor(long needed, int before) {
        if (needed > MOST_BYTES) {
            throw new IllegalStateException("a text of line protocol exceeds " + MOST_BYTES + " bytes");
        }
        return (int) Math.min(MOST_BYTES, Math.max(2L * before, needed));
    }
}
