package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.LineBuffer;
import java.util.Arrays;

/**
 * A growing text of line protocol, used again and again, for names that are spelled already: a packet says a name once and uses it
 * in many lines. Not thread-safe.
 */
final class LineText {
    private static final int LONGEST_INTEGER = 20;
    /** Below 2^53, so that a long and a double say the same. */
    private static final double EXACT_BELOW = 1e15;
    /** Below it, a million times as much is below {@link #EXACT_BELOW}. */
    private static final double SHORT_BELOW = 1e9;

    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

    private byte[] bytes = new byte[1 << 16];
    private int length;

    /** The bytes themselves, valid up to {@link #length} and until the next change. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Forgets what is behind the first {@code length} bytes. */
    void truncate(int length) {
        this.length = length;
    }

    void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    void put(String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            put(ascii.charAt(i));
        }
    }

    void put(byte[] text) {
        put(text, 0, text.length);
    }

    void put(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    void put(Name name) {
        put(name.spelled(), 0, name.length());
    }

    /** A text in double quotes. */
    void quoted(byte[] source, int from, int to) {
        put('"');
        for (int at = from; at < to; at++) {
            if (source[at] == '"' || source[at] == '\\') {
                put('\\');
            }
            put((char) source[at]);
        }
        put('"');
    }

    void number(long value) {
        reserve(LONGEST_INTEGER);
        length = LineBuffer.writeLong(bytes, length, value);
    }

    /** The 64 bits as a number without sign. */
    void unsigned(long bits) {
        if (bits >= 0) {
            number(bits);
        } else {
            number(Long.divideUnsigned(bits, 10));
            put((char) ('0' + Long.remainderUnsigned(bits, 10)));
        }
    }

    /** A finite number so that it is read as the same again; a fraction of more than six decimals allocates. */
    void number(double value) {
        if (Math.abs(value) < EXACT_BELOW && value == (long) value) {
            number((long) value);
        } else if (!wroteShort(value)) {
            put(Double.toString(value).getBytes(US_ASCII));
        }
    }

    /** Writes a number with few decimals; false if it has too many. */
    private boolean wroteShort(double value) {
        if (Math.abs(value) >= SHORT_BELOW) {
            return false;
        }
        for (int decimals = 1; decimals < POWERS.length; decimals++) {
            long digits = Math.round(value * POWERS[decimals]);
            // Both operands are exact, so the division rounds once: to what a reader of these digits gets.
            if (digits / POWERS[decimals] == value) {
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
