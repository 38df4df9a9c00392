package io.weir.writer.store.clickhouse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing buffer of values in ClickHouse's binary formats. Used by one thread. */
final class RowBuffer {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LONGEST_VARINT = 5;

    private byte[] bytes = new byte[1 << 12];
    private int length;

    void clear() {
        length = 0;
    }

    /** The array with the values, valid until the next change. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void putByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void putLong(long value) {
        reserve(Long.BYTES);
        LONGS.set(bytes, length, value);
        length += Long.BYTES;
    }

    void putVarint(int value) {
        reserve(LONGEST_VARINT);
        int rest = value;
        while (rest >= 0x80) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void put(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    /** A text with its length, from its spelling in a quoted string without the quotes. */
    void putString(byte[] source, int from, int to) {
        putText(source, from, to, true);
    }

    /** A text with its length, from its spelling in a tag. */
    void putTag(byte[] source, int from, int to) {
        putText(source, from, to, false);
    }

    private void putText(byte[] source, int from, int to, boolean isString) {
        int escapes = 0;
        for (int at = from; at < to - 1; at++) {
            if (source[at] == '\\' && isEscaped(source[at + 1], isString)) {
                escapes++;
                at++;
            }
        }
        putVarint(to - from - escapes);
        if (escapes == 0) {
            put(source, from, to);
            return;
        }
        reserve(to - from);
        for (int at = from; at < to; at++) {
            if (source[at] == '\\' && at + 1 < to && isEscaped(source[at + 1], isString)) {
                at++;
            }
            bytes[length++] = source[at];
        }
    }

    /** Before other characters, a backslash is literal. */
    private static boolean isEscaped(byte next, boolean isString) {
        return isString ? next == '"' || next == '\\' : next == ',' || next == '=' || next == ' ';
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
