package io.weir.writer.store.clickhouse;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.util.Arrays;

/** The names and types of a line, as bytes. Used by one thread. */
final class ShapeKey {
    private byte[] bytes = new byte[1 << 10];
    private int length;

    /** Replaces the key by that of a line whose series was read. */
    void read(LineReader line, SeriesReader series) {
        length = 0;
        byte[] source = line.bytes();
        add(source, line.seriesStart(), series.measurementEnd(), (byte) ',');
        for (int i = 0; i < series.tagCount(); i++) {
            add(source, series.tagKeyStart(i), series.tagKeyEnd(i), (byte) ',');
        }
        for (int i = 0; i < line.fieldCount(); i++) {
            add(source, line.fieldKeyStart(i), line.fieldKeyEnd(i), code(line.fieldType(i)));
        }
    }

    /** The array with the key, valid until the next {@link #read}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    private static byte code(FieldType type) {
        return switch (type) {
            case FLOAT -> 1;
            case INTEGER -> 2;
            case UNSIGNED -> 3;
            case BOOLEAN -> 4;
            case STRING -> 5;
        };
    }

    private void add(byte[] source, int from, int to, byte end) {
        int needed = length + to - from + 3;
        if (bytes.length < needed) {
            bytes = Arrays.copyOf(bytes, needed * 2);
        }
        // The length separates names that contain a code.
        bytes[length++] = (byte) (to - from);
        bytes[length++] = (byte) ((to - from) >> 8);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
        bytes[length++] = end;
    }
}
