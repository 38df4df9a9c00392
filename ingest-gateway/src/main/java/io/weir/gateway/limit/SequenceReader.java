package io.weir.gateway.limit;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import java.util.Arrays;

/**
 * Finds the sequence number of a line, and its series without the number. A reusable view, valid
 * until the next line. Belongs to one thread. Allocates nothing once it has read the longest
 * series.
 */
public final class SequenceReader {
    /** The line has no number. */
    public static final long NONE = -1;

    /** Above this value, doubles do not represent every integer. */
    private static final double MOST_EXACT = 1L << 53;

    private static final int MOST_DIGITS = 18;

    private final byte[] name;
    private final boolean isTag;
    private byte[] stripped = new byte[256];
    private byte[] series = stripped;
    private int from;
    private int to;

    /** Reads numbers from this tag or field. */
    public SequenceReader(SequenceName where) {
        this.name = where.bytes();
        this.isTag = where.isTag();
    }

    /** Reads a valid line. Returns its number, or {@link #NONE}. */
    public long read(LineReader line) {
        series = line.bytes();
        from = line.seriesStart();
        to = line.seriesEnd();
        return isTag ? takeTag() : field(line);
    }

    /**
     * The bytes that contain the series, from {@link #seriesStart} to {@link #seriesEnd}. A number
     * in a tag is removed.
     */
    public byte[] series() {
        return series;
    }

    /** Start index of the series. */
    public int seriesStart() {
        return from;
    }

    /** End index of the series. */
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
            return NONE; // There is no series without a measurement.
        }
        int comma = findTag(from);
        if (comma == to || findTag(comma + 1) != to) {
            // Absent; or there twice, which the series reader reports as an error.
            return NONE;
        }
        int valueStart = comma + 1 + name.length + 1;
        int end = nextComma(valueStart);
        long number = digits(valueStart, end);
        if (number == NONE) {
            // An ordinary tag: removing it would merge series.
            return NONE;
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

    /**
     * Index of the comma before the tag of this name; the end of the series if there is no such
     * tag.
     */
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
