package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * A growing buffer of canonical lines, each {@code series fields timestamp} and a line feed.
 *
 * <p>Append a whole line, or begin it with {@link #series}, add its fields, and end it with
 * {@link #timestamp}. Times are nanoseconds since 1970. {@link #clear} keeps the memory. Not
 * thread-safe.
 */
public final class LineBuffer {
    private byte[] bytes;
    private int length;
    private int lines;
    private boolean hasFields;

    /** An empty buffer with room for {@code capacity} bytes before it grows. */
    public LineBuffer(int capacity) {
        bytes = new byte[Math.max(capacity, 64)];
    }

    /**
     * Appends a whole line: a canonical series, an unmodified field section from {@code source}, a
     * time.
     */
    public void append(byte[] series, byte[] source, int fieldsFrom, int fieldsTo, long timestampNanos) {
        append(series, 0, series.length, source, fieldsFrom, fieldsTo, timestampNanos);
    }

    /** The same for a canonical series within an array. */
    public void append(
            byte[] series,
            int seriesFrom,
            int seriesTo,
            byte[] source,
            int fieldsFrom,
            int fieldsTo,
            long timestampNanos) {
        reserve(seriesTo - seriesFrom + (fieldsTo - fieldsFrom) + Integers.MAX_LENGTH + 3);
        put(series, seriesFrom, seriesTo);
        bytes[length++] = ' ';
        put(source, fieldsFrom, fieldsTo);
        endLine(timestampNanos);
    }

    /** Begins a line with a canonical series; its fields follow. */
    public void series(byte[] series) {
        reserve(series.length);
        put(series, 0, series.length);
        hasFields = false;
    }

    /** Adds a field with key and value as spelled in line protocol. */
    public void field(byte[] key, byte[] source, int valueFrom, int valueTo) {
        int size = valueTo - valueFrom;
        key(key, size);
        put(source, valueFrom, valueTo);
    }

    /** Adds a field (key, equals sign and value) as spelled in {@code source}. */
    public void spelledField(byte[] source, int from, int to) {
        reserve(to - from + 1);
        bytes[length++] = (byte) (hasFields ? ',' : ' ');
        put(source, from, to);
        hasFields = true;
    }

    /** Adds a FLOAT field; {@code value} must be finite. */
    public void field(byte[] key, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value of field " + new String(key, US_ASCII) + " must be finite, was " + value);
        }
        key(key, Decimals.MAX_LENGTH);
        length = Decimals.write(bytes, length, value);
    }

    /** Adds an INTEGER field. */
    public void field(byte[] key, long value) {
        key(key, Integers.MAX_LENGTH + 1);
        length = Integers.write(bytes, length, value);
        bytes[length++] = 'i';
    }

    /** Ends the line begun with {@link #series}; it must have a field. */
    public void timestamp(long timestampNanos) {
        if (!hasFields) {
            throw new IllegalStateException("a line needs a field before its timestamp");
        }
        reserve(Integers.MAX_LENGTH + 2);
        endLine(timestampNanos);
    }

    /** The number of bytes of the lines so far. */
    public int length() {
        return length;
    }

    /** The number of complete lines. */
    public int lines() {
        return lines;
    }

    /** The internal array, valid up to {@link #length} and until the next change. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the lines. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Removes all lines. */
    public void clear() {
        length = 0;
        lines = 0;
        hasFields = false;
    }

    /** Writes {@code value} in decimal, at most 20 bytes, and returns the index after it. */
    public static int writeLong(byte[] to, int at, long value) {
        return Integers.write(to, at, value);
    }

    private void key(byte[] key, int valueSize) {
        reserve(key.length + valueSize + 2);
        bytes[length++] = (byte) (hasFields ? ',' : ' ');
        put(key, 0, key.length);
        bytes[length++] = '=';
        hasFields = true;
    }

    private void endLine(long timestampNanos) {
        bytes[length++] = ' ';
        length = Integers.write(bytes, length, timestampNanos);
        bytes[length++] = '\n';
        lines++;
        hasFields = false;
    }

    private void put(byte[] source, int from, int to) {
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
