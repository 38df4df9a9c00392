package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Decimals;
import io.weir.contract.line.LineBuffer;
import java.util.Arrays;

/**
 * The bytes that stages compute, in sequence, in an array that grows and is reused. Not
 * thread-safe.
 */
final class ComputedBytes {

    private byte[] bytes = new byte[256];
    private int length;

    /** The array that holds the bytes; the next addition may replace it. */
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void add(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    void add(String text) {
        byte[] spelled = text.getBytes(UTF_8);
        add(spelled, 0, spelled.length);
    }

    void add(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /** Adds a finite number. */
    void add(double number) {
        reserve(Decimals.MAX_LENGTH);
        length = Decimals.write(bytes, length, number);
    }

    void add(long number) {
        reserve(Decimals.MAX_LENGTH);
        length = LineBuffer.writeLong(bytes, length, number);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
