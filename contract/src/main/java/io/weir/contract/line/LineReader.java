package io.weir.contract.line;

import java.util.Arrays;
import java.util.Objects;

/**
 * A reusable view that iterates over the lines of a byte range; it allocates nothing per line and
 * never throws on data.
 *
 * <p>A line is {@code series SP fields [SP timestamp]}. The series (measurement and tags) is
 * located but not parsed: known series are recognised by their bytes, and {@link SeriesReader}
 * reads a new one. Fields and timestamp are checked completely. Offsets are indexes into the
 * wrapped array. Results are valid until the next {@link #next} or {@link #wrap}. After a refused
 * line, only the error, the line's number and its bounds are meaningful. Not thread-safe.
 */
public final class LineReader {
    /** InfluxDB's limit for series, field key and the four bytes between them. */
    private static final int MAX_KEY_LENGTH = 65_535;

    private static final int KEY_SEPARATOR_LENGTH = 4;

    private static final byte[] NOTHING = {};

    private final FieldScanner fields = new FieldScanner();
    private final MarkerReader markers = new MarkerReader();
    private final TimestampScanner timestamps = new TimestampScanner();
    private byte[] bytes = new byte[0];
    private int to;
    private int cursor;
    private boolean ascii;
    private boolean isAsExpected;
    private LineError error = LineError.NONE;
    private int errorAt;
    private int lineNumber;
    private int nextLineNumber = 1;
    private int lineStart;
    private int lineEnd;
    private int seriesStart;
    private int seriesEnd;
    private int fieldsStart;
    private int fieldsEnd;
    private boolean hasTimestamp;
    private long timestamp;

    /**
     * Starts over with the bytes from {@code from} up to, not including, {@code to}; they are
     * neither copied nor changed.
     */
    public void wrap(byte[] bytes, int from, int to) {
        Objects.checkFromToIndex(from, to, bytes.length);
        this.bytes = bytes;
        this.to = to;
        this.cursor = from;
        this.ascii = Utf8.isAscii(bytes, from, to);
        this.nextLineNumber = 1;
        fields.clear();
    }

    /** Whether the current line belongs to the expected series. */
    public boolean isAsExpected() {
        return isAsExpected;
    }

    /**
     * Moves to the next line that is neither blank nor a comment, valid or refused; false if there
     * is none.
     */
    public boolean next() {
        return next(NOTHING);
    }

    /**
     * The same with the series to which the line probably belongs, as spelled in valid lines; no
     * bytes if unknown. If it matches, {@link #isAsExpected} is true, and the search for the
     * series' end is skipped.
     */
    public boolean next(byte[] expected) {
        int at = findLine();
        if (at == to) {
            return false;
        }
        error = LineError.NONE;
        lineNumber = nextLineNumber;
        seriesStart = at;
        int end = read(at, expected);
        if (end >= 0) {
            endGood(end);
        } else {
            endRefused();
        }
        if (!ascii) {
            checkUtf8();
        }
        return true;
    }

    /** The reason for refusing the current line, or {@link LineError#NONE}. */
    public LineError error() {
        return error;
    }

    /** The index of the byte at which a refused line is wrong. */
    public int errorAt() {
        return errorAt;
    }

    /** The number of the line's first physical line in the range, from 1. */
    public int lineNumber() {
        return lineNumber;
    }

    /** The index of the line's first byte, including blanks. */
    public int lineStart() {
        return lineStart;
    }

    /** The index after the line's last byte, before its line feed or CR LF. */
    public int lineEnd() {
        return lineEnd;
    }

    /** The wrapped array, shared. */
    public byte[] bytes() {
        return bytes;
    }

    /** The index of the measurement's first byte. */
    public int seriesStart() {
        return seriesStart;
    }

    /** The index after the last tag, or after the measurement. */
    public int seriesEnd() {
        return seriesEnd;
    }

    /** The hash of the series as spelled here; computed by each call. */
    public long seriesHash() {
        return SeriesHash.of(bytes, seriesStart, seriesEnd);
    }

    /** The index of the first field's key. */
    public int fieldsStart() {
        return fieldsStart;
    }

    /** The index after the last field's value. */
    public int fieldsEnd() {
        return fieldsEnd;
    }

    /** The number of fields, at least one; a key may occur twice. */
    public int fieldCount() {
        return fields.count();
    }

    /** Whether a field is a string. */
    public boolean hasString() {
        return fields.hasString();
    }

    /** The index of a field key's first byte. */
    public int fieldKeyStart(int i) {
        return fields.keyStart(i);
    }

    /** The index after a field's key. */
    public int fieldKeyEnd(int i) {
        return fields.valueStart(i) - 1;
    }

    /** The index of a value's first byte; for a string, its opening quote. */
    public int valueStart(int i) {
        return fields.valueStart(i);
    }

    /** The index after a value, including its type suffix or closing quote. */
    public int valueEnd(int i) {
        return fields.valueEnd(i);
    }

    /** The type of the value's spelling. */
    public FieldType fieldType(int i) {
        return fields.type(i);
    }

    /** The nearest double to a FLOAT, INTEGER or UNSIGNED value. */
    public double doubleValue(int i) {
        long value = fields.value(i);
        if (fields.type(i) == FieldType.FLOAT) {
            return NumberScanner.toDouble(bytes, fields.valueStart(i), fields.valueEnd(i), value, fields.scale(i));
        }
        return value >= 0 || fields.type(i) != FieldType.UNSIGNED ? value : Integers.unsignedToDouble(value);
    }

    /** An INTEGER value, or the 64 bits of an UNSIGNED one. */
    public long longValue(int i) {
        return fields.value(i);
    }

    /** A BOOLEAN value. */
    public boolean booleanValue(int i) {
        return fields.value(i) != 0;
    }

    /** A STRING value without quotes and escapes; allocates. */
    public String stringValue(int i) {
        return Escapes.decode(bytes, fields.valueStart(i) + 1, fields.valueEnd(i) - 1, Escapes.STRING);
    }

    /** A field's key without escapes; allocates. */
    public String fieldKey(int i) {
        return Escapes.decode(bytes, fieldKeyStart(i), fieldKeyEnd(i), Escapes.KEY);
    }

    /** Whether the line has a timestamp. */
    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    /** The line's time in the sender's unit (nanoseconds in canonical lines); 0 if it has none. */
    public long timestamp() {
        return timestamp;
    }

    /** Whether the line has an {@link EndMarker} or a {@link ChangeMarker}. */
    public boolean isMarked() {
        return markers.isMarked();
    }

    /** Whether the line says that its series has ended ({@link EndMarker}). */
    public boolean isEnd() {
        return markers.isEnd();
    }

    /** Whether the only field is a change of a kept value ({@link ChangeMarker}). */
    public boolean isChange() {
        return markers.isChange();
    }

    /** Sets the line's start and returns the index of its first non-blank byte, or {@code to}. */
    private int findLine() {
        lineStart = cursor;
        while (true) {
            int at = LineEnds.skipBlanks(bytes, lineStart, to);
            if (at < to && bytes[at] == '#') {
                at = LineEnds.newline(bytes, at, to);
            }
            if (!LineEnds.endsLine(bytes, at, to)) {
                return at;
            }
            int newline = LineEnds.newline(bytes, at, to);
            if (newline == to) {
                cursor = to;
                return to;
            }
            nextLineNumber++;
            lineStart = newline + 1;
        }
    }

    /**
     * Reads series, fields and timestamp; returns the index of the line's end, or -1 if it is
     * refused.
     */
    private int read(int from, byte[] expected) {
        hasTimestamp = false;
        timestamp = 0;
        markers.clear();
        isAsExpected = startsAsExpected(from, expected);
        seriesEnd = isAsExpected ? from + expected.length : findSeriesEnd(from);
        fieldsStart = LineEnds.skipBlanks(bytes, seriesEnd, to);
        if (LineEnds.endsLine(bytes, fieldsStart, to)) {
            return refuse(LineError.MISSING_FIELDS, fieldsStart);
        }
        fieldsEnd = fields.scan(bytes, fieldsStart, to);
        if (fieldsEnd < 0) {
            return refuse(fields.error(), fields.errorAt());
        }
        int at = LineEnds.skipBlanks(bytes, fieldsEnd, to);
        return LineEnds.endsLine(bytes, at, to) ? at : readTimestamp(at);
    }

    private boolean startsAsExpected(int from, byte[] expected) {
        int end = from + expected.length;
        return end > from
                && end < to
                && bytes[end] == ' '
                && bytes[end - 1] != '\\'
                && Arrays.equals(expected, 0, expected.length, bytes, from, end);
    }

    /** The index of the first unescaped space, of the first newline, or {@code to}. */
    private int findSeriesEnd(int from) {
        int at = from;
        while (at + Long.BYTES <= to) {
            // Eight bytes per step: 72 ns per line instead of 83 (LineReaderBenchmark.knownSeries).
            long found = Swar.atMostSpace(Swar.load(bytes, at));
            if (found == 0) {
                at += Long.BYTES;
            } else {
                at += Swar.firstByte(found);
                if (endsSeries(at)) {
                    return at;
                }
                at++;
            }
        }
        while (at < to && !endsSeries(at)) {
            at++;
        }
        return at;
    }

    private boolean endsSeries(int at) {
        return bytes[at] == '\n' || (bytes[at] == ' ' && bytes[at - 1] != '\\');
    }

    private int readTimestamp(int from) {
        int at = timestamps.scan(bytes, from, to);
        if (at < 0) {
            return refuse(timestamps.error(), timestamps.errorAt());
        }
        hasTimestamp = true;
        timestamp = timestamps.timestamp();
        int end = LineEnds.skipBlanks(bytes, at, to);
        if (LineEnds.endsLine(bytes, end, to)) {
            return end;
        }
        return refuse(end == at ? LineError.INVALID_TIMESTAMP : LineError.TEXT_AFTER_TIMESTAMP, end);
    }

    private void endGood(int end) {
        lineEnd = end;
        cursor = Math.min(LineEnds.newline(bytes, end, to) + 1, to);
        nextLineNumber = lineNumber + fields.newlines() + 1;
        LineError wrong = markers.read(bytes, fields);
        if (wrong != LineError.NONE) {
            refuse(wrong, fieldsStart);
            fields.clear();
        }
        if (end - seriesStart > MAX_KEY_LENGTH - KEY_SEPARATOR_LENGTH) {
            checkKeyLength();
        }
    }

    private void endRefused() {
        int newline = LineEnds.ofRefused(bytes, seriesStart, to);
        nextLineNumber = lineNumber + LineEnds.newlines(bytes, lineStart, newline) + 1;
        cursor = Math.min(newline + 1, to);
        lineEnd = newline > lineStart && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        fields.clear();
    }

    private void checkKeyLength() {
        for (int i = 0; i < fields.count(); i++) {
            int length = seriesEnd - seriesStart + KEY_SEPARATOR_LENGTH + fieldKeyEnd(i) - fieldKeyStart(i);
            if (length > MAX_KEY_LENGTH) {
                refuse(LineError.KEY_TOO_LONG, fieldKeyStart(i));
                fields.clear();
                return;
            }
        }
    }

    /** Refuses a line that is not UTF-8, even if it has other mistakes. */
    private void checkUtf8() {
        int invalid = Utf8.firstInvalid(bytes, lineStart, lineEnd);
        if (invalid >= 0) {
            refuse(LineError.NOT_UTF8, invalid);
            fields.clear();
        }
    }

    private int refuse(LineError why, int at) {
        error = why;
        errorAt = at;
        return -1;
    }
}
