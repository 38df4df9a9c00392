package io.weir.gateway.flume;

import io.weir.gateway.intake.spelling.ByteText;
import java.util.Arrays;

/**
 * The headers of one event, as UTF-8 in one array; reused after {@link #clear}. Not thread-safe.
 */
final class Headers {
    /** Limits the cost: each header is compared with the others. */
    private static final int MOST = 1_000;
    /** The maximum length of a datagram. Nested headers repeat the names of the outer ones. */
    private static final int MOST_BYTES = 64 << 10;

    private final ByteText text = new ByteText(1024);
    private int[] ends = new int[64];
    private boolean[] literal = new boolean[32];
    private int count;

    void clear() {
        text.clear();
        count = 0;
    }

    /** Whether the number or length of headers has reached its limit. */
    boolean areFull() {
        return count == MOST || text.length() > MOST_BYTES;
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return text.bytes();
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
        text.append(prefix);
        text.append(key);
        ends[2 * count] = text.length();
        text.append(value, from, size);
        ends[2 * count + 1] = text.length();
        literal[count++] = isLiteral;
    }

    boolean keyIs(int i, byte[] name) {
        return Arrays.equals(text.bytes(), keyFrom(i), keyTo(i), name, 0, name.length);
    }

    boolean keyStartsWith(int i, byte[] name) {
        int from = keyFrom(i);
        return keyTo(i) - from >= name.length
                && Arrays.equals(text.bytes(), from, from + name.length, name, 0, name.length);
    }

    boolean valueIs(int i, byte[] name) {
        return Arrays.equals(text.bytes(), valueFrom(i), valueTo(i), name, 0, name.length);
    }
}
