package io.weir.writer.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.LineReader;
import java.util.Arrays;

/** A growing buffer of JSON, made of the bytes of lines. Used by one thread. */
public final class JsonBuffer {
    /** Characters that a backslash precedes in a measurement. */
    private static final String MEASUREMENT = ", ";
    /** The same in keys and tags. */
    private static final String KEY = ",= ";
    /** The same in quoted strings. */
    private static final String STRING = "\"\\";

    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);
    /** Longer spellings of floats are written anew. */
    private static final int LONGEST_COPY = 32;

    private byte[] bytes = new byte[1 << 12];
    private int length;

    /** Removes everything. */
    public void clear() {
        length = 0;
    }

    /** The array with the JSON, valid until the next change. */
    public byte[] bytes() {
        return bytes;
    }

    /** The length of the JSON. */
    public int length() {
        return length;
    }

    /** Appends a byte. */
    public void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Appends bytes unmodified. */
    public void put(byte[] source) {
        put(source, 0, source.length);
    }

    /** Appends bytes unmodified. */
    public void put(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    /** Appends a measurement as a string. */
    public void putMeasurement(byte[] source, int from, int to) {
        putString(source, from, to, MEASUREMENT);
    }

    /** Appends a key or a tag's value as a string. */
    public void putKey(byte[] source, int from, int to) {
        putString(source, from, to, KEY);
    }

    /** Appends the value of a field. A float always has a point or an exponent. */
    public void putValue(LineReader line, int field) {
        int from = line.valueStart(field);
        int to = line.valueEnd(field);
        switch (line.fieldType(field)) {
            case STRING -> putString(line.bytes(), from + 1, to - 1, STRING);
            case BOOLEAN -> put(line.booleanValue(field) ? TRUE : FALSE);
            case INTEGER, UNSIGNED -> putInteger(line.bytes(), from, to - 1);
            case FLOAT -> {
                if (!copyFloat(line.bytes(), from, to)) {
                    reserve(Decimals.MAX_LENGTH);
                    length = Decimals.write(bytes, length, line.doubleValue(field));
                }
            }
        }
    }

    /** Appends a number that is not negative. */
    public void putNumber(long number) {
        long first = 1;
        while (number / first >= 10) {
            first *= 10;
        }
        for (long power = first; power > 0; power /= 10) {
            put((char) ('0' + number / power % 10));
        }
    }

    /** JSON has no leading zeros. */
    private void putInteger(byte[] source, int from, int to) {
        int at = from;
        if (source[at] == '-') {
            put('-');
            at++;
        }
        while (at < to - 1 && source[at] == '0') {
            at++;
        }
        put(source, at, to);
    }

    /** Appends a float as it is spelled; false if JSON has no such spelling. */
    private boolean copyFloat(byte[] source, int from, int to) {
        int whole = source[from] == '-' ? from + 1 : from;
        int at = afterDigits(source, whole, to);
        boolean isPlain = at > whole && (source[whole] != '0' || at == whole + 1) && to - from <= LONGEST_COPY;
        if (!isPlain) {
            return false;
        }
        boolean isWhole = at == to;
        if (!isWhole && source[at] == '.' && afterDigits(source, at + 1, to) == at + 1) {
            return false;
        }
        put(source, from, to);
        if (isWhole) {
            put('.');
            put('0');
        }
        return true;
    }

    private static int afterDigits(byte[] source, int from, int to) {
        int at = from;
        while (at < to && source[at] >= '0' && source[at] <= '9') {
            at++;
        }
        return at;
    }

    private void putString(byte[] source, int from, int to, String escaped) {
        put('"');
        // The longest spelling of a byte is \u001f.
        reserve(6 * (to - from) + 1);
        for (int at = from; at < to; at++) {
            if (source[at] == '\\' && at + 1 < to && escaped.indexOf(source[at + 1]) >= 0) {
                at++;
            }
            byte next = source[at];
            if (next == '"' || next == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = next;
            } else if (next >= 0 && next < ' ') {
                bytes[length++] = '\\';
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[next >> 4];
                bytes[length++] = HEX[next & 0xf];
            } else {
                bytes[length++] = next;
            }
        }
        bytes[length++] = '"';
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
