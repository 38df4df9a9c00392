package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The headers of one event, as UTF-8 in one array; reused after {@link #clear}. Not thread-safe.
 */
final class Headers {
    /** Limits the cost: each header is compared with the others. */
    private static final int MOST = 1_000;
    /** The maximum length of a datagram. Nested headers repeat the names of the outer ones. */
    private static final int MOST_BYTES = 64 << 10;

    private byte[] bytes = new byte[1024];
    private int length;
    private int[] ends = new int[64];
    private boolean[] literal = new boolean[32];
    private int count;

    void clear() {
        length = 0;
        count = 0;
    }

    /** Whether the number or length of headers has reached its limit. */
    boolean areFull() {
        return count == MOST || length > MOST_BYTES;
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    int keyFrom(int i) {
        return i == 0 ? 0 : ends[2 * i - 1];
    }

    int keyTo(int i) {
        return ends[2 * i];
    }

    int valueFrom(int i) {
        return keyTo(i);
    }

    int valueTo(int i) {
        return ends[2 * i + 1];
    }

    /** Whether the value was a JSON number, true or false, not a string. */
    boolean isLiteral(int i) {
        return literal[i];
    }

    /**
     * Adds a header whose value is {@code size} characters of {@code value}, starting at
     * {@code from}.
     */
    void add(String prefix, String key, char[] value, int from, int size, boolean isLiteral) {
        if (count == literal.length) {
            literal = Arrays.copyOf(literal, count * 2);
            ends = Arrays.copyOf(ends, count * 4);
        }
        append(prefix);
        append(key);
        ends[2 * count] = length;
        append(value, from, size);
        ends[2 * count + 1] = length;
        literal[count++] = isLiteral;
    }

    boolean keyIs(int i, byte[] text) {
        return Arrays.equals(bytes, keyFrom(i), keyTo(i), text, 0, text.length);
    }

    boolean keyStartsWith(int i, byte[] text) {
        int from = keyFrom(i);
        return keyTo(i) - from >= text.length && Arrays.equals(bytes, from, from + text.length, text, 0, text.length);
    }

    boolean valueIs(int i, byte[] text) {
        return Arrays.equals(bytes, valueFrom(i), valueTo(i), text, 0, text.length);
    }

    private void append(String text) {
        int size = text.length();
        reserve(size);
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                append(text.substring(i).getBytes(UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
    }

    private void append(char[] text, int from, int size) {
        reserve(size);
        for (int i = from; i < from + size; i++) {
            char c = text[i];
            if (c >= 0x80) {
                append(new String(text, i, from + size - i).getBytes(UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
    }

    private void append(byte[] utf8) {
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
