package io.weir.contract.line;

import java.util.Arrays;

/**
 * A reusable view of a series: its measurement, its tags, and whether they are well-formed. Used
 * once per new series.
 *
 * <p>Offsets are indexes into the array given to {@link #read}; they are valid until the next call,
 * and only if it returned {@link LineError#NONE}. Never throws on data. Not thread-safe.
 */
public final class SeriesReader {
    private byte[] bytes = new byte[0];
    private int start;
    private int end;
    private int measurementEnd;
    private int tagCount;
    private boolean sorted;
    private int[] keyStarts = new int[16];
    private int[] valueStarts = new int[16];
    private int[] valueEnds = new int[16];
    private int errorAt;

    /**
     * Reads the series from {@code from} up to {@code to}, as {@link LineReader} found it: without
     * newline or unescaped space.
     *
     * @return {@link LineError#NONE}, or the reason for refusing the series
     */
    public LineError read(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        start = from;
        end = to;
        tagCount = 0;
        sorted = true;
        int control = controlIn(bytes, from, to);
        if (control >= 0) {
            return refuse(LineError.CONTROL_CHARACTER, control);
        }
        measurementEnd = find(from, false);
        if (measurementEnd == from) {
            return refuse(LineError.MISSING_MEASUREMENT, from);
        }
        for (int at = measurementEnd; at < to; at = valueEnds[tagCount - 1]) {
            LineError error = readTag(at + 1);
            if (error != LineError.NONE) {
                return error;
            }
        }
        return sorted ? LineError.NONE : sort();
    }

    /** The index of the byte at which a refused series is wrong. */
    public int errorAt() {
        return errorAt;
    }

    /** The index after the measurement, which starts where the series does. */
    public int measurementEnd() {
        return measurementEnd;
    }

    /** The length of the series in bytes. */
    public int length() {
        return end - start;
    }

    /** The length of the measurement in bytes. */
    public int measurementLength() {
        return measurementEnd - start;
    }

    /** The number of tags; they are numbered in the order of their keys' bytes. */
    public int tagCount() {
        return tagCount;
    }

    /** The index of a tag key's first byte. */
    public int tagKeyStart(int i) {
        return keyStarts[i];
    }

    /** The index after a tag's key. */
    public int tagKeyEnd(int i) {
        return valueStarts[i] - 1;
    }

    /** The index of a tag value's first byte. */
    public int tagValueStart(int i) {
        return valueStarts[i];
    }

    /** The index after a tag's value. */
    public int tagValueEnd(int i) {
        return valueEnds[i];
    }

    /** The measurement without escapes; allocates. */
    public String measurement() {
        return Escapes.decode(bytes, start, measurementEnd, Escapes.MEASUREMENT);
    }

    /** A tag's key without escapes; allocates. */
    public String tagKey(int i) {
        return Escapes.decode(bytes, tagKeyStart(i), tagKeyEnd(i), Escapes.KEY);
    }

    /** A tag's value without escapes; allocates. */
    public String tagValue(int i) {
        return Escapes.decode(bytes, tagValueStart(i), tagValueEnd(i), Escapes.KEY);
    }

    /** Whether the tags were in the order of their keys, so that the bytes are canonical. */
    public boolean isCanonical() {
        return sorted;
    }

    /** The series with its tags in the order of their keys' bytes; a new array. */
    public byte[] canonical() {
        byte[] canonical = Arrays.copyOfRange(bytes, start, end);
        int at = measurementEnd - start;
        for (int i = 0; i < tagCount; i++) {
            canonical[at++] = ',';
            int length = valueEnds[i] - keyStarts[i];
            System.arraycopy(bytes, keyStarts[i], canonical, at, length);
            at += length;
        }
        return canonical;
    }

    /**
     * The index of the first NUL or CR, or -1. InfluxDB stores both in names and
     * tags, but does not find them again.
     */
    private static int controlIn(byte[] bytes, int from, int to) {
        int at = from;
        // Compares eight bytes together: LineReaderBenchmark.newSeries measures it.
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (Swar.atMostSpace(Swar.load(bytes, at)) != 0) {
                int control = controlInFew(bytes, at, at + Long.BYTES);
                if (control >= 0) {
                    return control;
                }
            }
        }
        return controlInFew(bytes, at, to);
    }

    private static int controlInFew(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == 0 || bytes[at] == '\r') {
                return at;
            }
        }
        return -1;
    }

    private LineError readTag(int keyStart) {
        int keyEnd = find(keyStart, true);
        if (keyEnd == keyStart) {
            return refuse(LineError.MISSING_TAG_KEY, keyStart);
        }
        if (keyEnd == end || bytes[keyEnd] != '=') {
            return refuse(LineError.MISSING_TAG_VALUE, keyEnd);
        }
        int valueStart = keyEnd + 1;
        int valueEnd = find(valueStart, true);
        if (valueEnd < end && bytes[valueEnd] == '=') {
            return refuse(LineError.UNESCAPED_EQUALS, valueEnd);
        }
        if (valueEnd == valueStart) {
            return refuse(LineError.MISSING_TAG_VALUE, valueStart);
        }
        return add(keyStart, valueStart, valueEnd);
    }

    private LineError add(int keyStart, int valueStart, int valueEnd) {
        int i = tagCount++;
        if (i == keyStarts.length) {
            keyStarts = Arrays.copyOf(keyStarts, i * 2);
            valueStarts = Arrays.copyOf(valueStarts, i * 2);
            valueEnds = Arrays.copyOf(valueEnds, i * 2);
        }
        keyStarts[i] = keyStart;
        valueStarts[i] = valueStart;
        valueEnds[i] = valueEnd;
        int order = i == 0 ? -1 : compareKeys(i - 1, i);
        sorted &= order <= 0;
        return order == 0 ? refuse(LineError.DUPLICATE_TAG, keyStart) : LineError.NONE;
    }

    /** The index of the first unescaped comma (or equals sign, if it counts), or of the end. */
    private int find(int from, boolean equalsCounts) {
        int at = from;
        for (; at < end; at++) {
            byte b = bytes[at];
            if ((b == ',' || (b == '=' && equalsCounts)) && (at == from || bytes[at - 1] != '\\')) {
                break;
            }
        }
        return at;
    }

    private int compareKeys(int a, int b) {
        // Most keys differ in their first byte: LineReaderBenchmark.newSeries measures it.
        int first = Byte.compareUnsigned(bytes[keyStarts[a]], bytes[keyStarts[b]]);
        if (first != 0) {
            return first;
        }
        return Arrays.compareUnsigned(bytes, keyStarts[a], tagKeyEnd(a), bytes, keyStarts[b], tagKeyEnd(b));
    }

    /**
     * Sorts the tags. Boxing is acceptable: sorting is rare, and must not take quadratic time for a
     * hostile series.
     */
    private LineError sort() {
        Integer[] order = new Integer[tagCount];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, this::compareKeys);
        for (int i = 1; i < tagCount; i++) {
            if (compareKeys(order[i - 1], order[i]) == 0) {
                return refuse(LineError.DUPLICATE_TAG, keyStarts[order[i]]);
            }
        }
        keyStarts = permuted(keyStarts, order);
        valueStarts = permuted(valueStarts, order);
        valueEnds = permuted(valueEnds, order);
        return LineError.NONE;
    }

    private static int[] permuted(int[] offsets, Integer[] order) {
        int[] permuted = new int[offsets.length];
        for (int i = 0; i < order.length; i++) {
            permuted[i] = offsets[order[i]];
        }
        return permuted;
    }

    private LineError refuse(LineError why, int at) {
        errorAt = at;
        return why;
    }
}
