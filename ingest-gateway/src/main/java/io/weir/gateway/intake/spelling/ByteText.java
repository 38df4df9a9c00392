package io.weir.gateway.intake.spelling;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A text in UTF-8 that grows, or a key of any bytes. Keeps its memory when it is cleared. Allocates
 * only for characters beyond ASCII, and to grow. Not thread-safe.
 */
public final class ByteText {
    private byte[] bytes;
    private int length;

    /** An empty text with an initial capacity of {@code capacity} bytes. */
    public ByteText(int capacity) {
        bytes = new byte[capacity];
    }

    public void clear() {
        length = 0;
    }

    /** The buffer itself, valid up to {@link #length} and until the next change. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public void append(byte[] more, int from, int to) {
        reserve(to - from);
        System.arraycopy(more, from, bytes, length, to - from);
        length += to - from;
    }

    public void append(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    /**
     * Appends the lowest {@code size} bytes of a number, the lowest one first. They need not be UTF-8: for keys.
     *
     * @param size at most 8
     */
    public void appendBytes(long number, int size) {
        reserve(size);
        for (int i = 0; i < size; i++) {
            bytes[length++] = (byte) (number >> (i * Byte.SIZE));
        }
    }

    public void append(String text) {
        int size = text.length();
        reserve(size);
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                appendAll(text.substring(i).getBytes(UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
    }

    /** Appends {@code size} characters of {@code text}, starting at {@code from}. */
    public void append(char[] text, int from, int size) {
        reserve(size);
        for (int i = from; i < from + size; i++) {
            char c = text[i];
            if (c >= 0x80) {
                appendAll(new String(text, i, from + size - i).getBytes(UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
    }

    private void appendAll(byte[] utf8) {
        append(utf8, 0, utf8.length);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
