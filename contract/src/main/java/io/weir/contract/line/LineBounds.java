package io.weir.contract.line;

/**
 * The size limits of a line and its parts, in bytes as spelled, and the characters allowed in
 * strings. The limits prevent records that Kafka refuses, and unbounded state from one line.
 * Immutable.
 *
 * @param lineBytes of a line without its newline
 * @param seriesBytes of measurement and tags
 * @param nameBytes of a measurement, a tag's key or value, or a field's key
 * @param stringBytes of a string without its quotes
 * @param inStrings the characters of a string for which its line is refused
 */
public record LineBounds(int lineBytes, int seriesBytes, int nameBytes, int stringBytes, Refused inStrings) {

    /**
     * A Kafka record must hold the longest line several times: unmodified, and with its series in a
     * condition.
     */
    public static final int MOST_LINE_BYTES = 512 * 1024;

    /** A series is a key in many places; it still fits if JSON expands each byte to six. */
    public static final int MOST_SERIES_BYTES = 32 * 1024;

    /** The defaults: far more than metrics need. */
    public static final LineBounds STANDARD = new LineBounds(128 * 1024, 8 * 1024, 1024, 64 * 1024, Refused.NUL);

    /** For readers of checked lines: only the limits of line protocol. */
    public static final LineBounds NONE =
            new LineBounds(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Refused.NOTHING);

    /**
     * Characters of strings for which a line is refused. NUL and CR are always refused in names and
     * tags.
     */
    public enum Refused {
        /** All are allowed. */
        NOTHING,
        /** U+0000, at which some databases cut a text, or which they do not find. */
        NUL,
        /** U+0000 to U+001F except tab, line feed and carriage return; U+007F. */
        CONTROLS
    }

    /**
     * The reason for refusing a valid line; {@link LineError#NONE} if it is accepted.
     * {@link #refuses(SeriesReader)} checks its series.
     */
    public LineError refuses(LineReader line) {
        return refuses(line, 0);
    }

    /** As {@link #refuses(LineReader)}, of a line that gets this many further bytes. */
    public LineError refuses(LineReader line, int addedBytes) {
        int length = line.lineEnd() - line.lineStart();
        if (length > lineBytes - addedBytes) {
            return LineError.LINE_TOO_LONG;
        }
        if (length > nameBytes && hasLongKey(line)) {
            return LineError.NAME_TOO_LONG;
        }
        return line.hasString() ? refusesStrings(line, length) : LineError.NONE;
    }

    private boolean hasLongKey(LineReader line) {
        for (int i = 0; i < line.fieldCount(); i++) {
            if (line.fieldKeyEnd(i) - line.fieldKeyStart(i) > nameBytes) {
                return true;
            }
        }
        return false;
    }

    private LineError refusesStrings(LineReader line, int length) {
        if (inStrings == Refused.NOTHING && length <= stringBytes) {
            return LineError.NONE;
        }
        for (int i = 0; i < line.fieldCount(); i++) {
            if (line.fieldType(i) == FieldType.STRING) {
                int from = line.valueStart(i) + 1;
                int to = line.valueEnd(i) - 1;
                if (to - from > stringBytes) {
                    return LineError.STRING_TOO_LONG;
                }
                if (isRefused(line.bytes(), from, to)) {
                    return LineError.CONTROL_CHARACTER;
                }
            }
        }
        return LineError.NONE;
    }

    private boolean isRefused(byte[] bytes, int from, int to) {
        if (inStrings == Refused.NOTHING) {
            return false;
        }
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (b == 0 || (inStrings == Refused.CONTROLS && isControl(b))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isControl(byte b) {
        return b == 0x7f || (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r');
    }

    /**
     * The reason for refusing the series that was just read; {@link LineError#NONE} if it is
     * accepted.
     */
    public LineError refuses(SeriesReader series) {
        if (series.length() > seriesBytes) {
            return LineError.SERIES_TOO_LONG;
        }
        if (series.measurementLength() > nameBytes) {
            return LineError.NAME_TOO_LONG;
        }
        for (int tag = 0; tag < series.tagCount(); tag++) {
            if (series.tagKeyEnd(tag) - series.tagKeyStart(tag) > nameBytes
                    || series.tagValueEnd(tag) - series.tagValueStart(tag) > nameBytes) {
                return LineError.NAME_TOO_LONG;
            }
        }
        return LineError.NONE;
    }
}
