package io.weir.gateway.limit;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import java.util.Arrays;

/**
 * Finds the sequence number of a line, and its series without it. A reusable view: valid until the next line. Belongs to one
 * thread; allocates nothing once it has seen the longest series.
 */
public final class SequenceReader {
    /** The line has no number. */
    public static final long NONE = -1;

    /** Above, a double has no integers of its own any more. */
    private static final double MOST_EXACT = 1L << 53;

    private static final int MOST_DIGITS = 18;

    private final byte[] name;
    private final boolean isTag;
    private byte[] stripped = new byte[256];
    private byte[] series = stripped;
    private int from;
    private int to;

    /** Of what this name says. */
    public SequenceReader(SequenceName where) {
        this.name = where.bytes();
        this.isTag = where.isTag();
    }

    /** Reads a good line and says its number, or {@link #NONE}. */
    public long read(LineReader line) {
        series = line.bytes();
        from = line.seriesStart();
        to = line.seriesEnd();
        return isTag ? takeTag() : field(line);
    }

    /** The bytes that the series lies in, from {@link #seriesStart} to {@link #seriesEnd}; without the number, if it was a tag. */
    public byte[] series() {
        return series;
    }

    /** Where the series begins. */
    public int seriesStart() {
        return from;
    }

    /** Where the series ends. */
    public int seriesEnd() {
        return to;
    }

    private long field(LineReader line) {
        for (int i = 0; i < line.fieldCount(); i++) {
            if (Arrays.equals(series, line.fieldKeyStart(i), line.fieldKeyEnd(i), name, 0, name.length)) {
                return number(line, i);
            }
        }
        return NONE;
    }

    private static long number(LineReader line, int field) {
        FieldType type = line.fieldType(field);
        if (type == FieldType.INTEGER || type == FieldType.UNSIGNED) {
            return Math.max(NONE, line.longValue(field));
        }
        double value = type == FieldType.FLOAT ? line.doubleValue(field) : NONE;
        return value >= 0 && value <= MOST_EXACT && value == Math.rint(value) ? (long) value : NONE;
    }

    private long takeTag() {
        if (from == to || series[from] == ',') {
            return NONE; // Without a measurement there is no series to take it from.
        }
        int comma = findTag(from);
        if (comma == to || findTag(comma + 1) != to) {
            return NONE; // Not there; or there twice, which is the mistake of whoever reads the series.
        }
        int valueStart = comma + 1 + name.length + 1;
        int end = nextComma(valueStart);
        long number = digits(valueStart, end);
        if (number == NONE) {
            return NONE; // A tag like any other: without it, series would become one.
        }
        int length = to - from - (end - comma);
        if (stripped.length < length) {
            stripped = new byte[2 * length];
        }
        System.arraycopy(series, from, stripped, 0, comma - from);
        System.arraycopy(series, end, stripped, comma - from, to - end);
        series = stripped;
        from = 0;
        to = length;
        return number;
    }

    /** Index of the comma before the tag of this name, or the end of the series. */
    private int findTag(int start) {
        int comma = nextComma(start);
        while (comma < to) {
            int keyEnd = comma + 1 + name.length;
            if (keyEnd < to
                    && series[keyEnd] == '='
                    && Arrays.equals(series, comma + 1, keyEnd, name, 0, name.length)) {
                return comma;
            }
            comma = nextComma(comma + 1);
        }
        return to;
    }

    private int nextComma(int start) {
        int at = start;
        while (at < to && (series[at] != ',' || (at > from && series[at - 1] == '\\'))) {
            at++;
        }
        return at;
    }

    private long digits(int start, int end) {
        if (start == end || end - start > MOST_DIGITS) {
            return NONE;
        }
        long number = 0;
        for (int at = start; at < end; at++) {
            int digit = series[at] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
