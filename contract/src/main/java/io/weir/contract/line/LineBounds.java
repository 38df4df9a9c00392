package io.weir.contract.line;

/**
 * How large a line and its parts may be, in bytes as they are spelled, and which characters its strings may have. With bounds, no
 * sender makes a record that Kafka refuses, or state that grows with one line. Immutable.
 *
 * @param lineBytes of a line without its newline
 * @param seriesBytes of measurement and tags
 * @param nameBytes of a measurement, a tag's key or value, or a field's key
 * @param stringBytes of a string without its quotes
 * @param inStrings which characters of a string refuse its line
 */
public record LineBounds(int lineBytes, int seriesBytes, int nameBytes, int stringBytes, Refused inStrings) {

    /** A record of Kafka holds the longest line several times over: as it came, and with its series in a condition. */
    public static final int MOST_LINE_BYTES = 512 * 1024;

    /** A series is a key of many things; six times its length still fits where JSON spells each byte with six. */
    public static final int MOST_SERIES_BYTES = 32 * 1024;

    /** What is not said otherwise: far more than metrics have. */
    public static final LineBounds STANDARD = new LineBounds(128 * 1024, 8 * 1024, 1024, 64 * 1024, Refused.NUL);

    /** What reads lines after those who check them: the bounds of line protocol only. */
    public static final LineBounds NONE =
            new LineBounds(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Refused.NOTHING);

    /** Characters of strings that refuse a line. In names and tags, NUL and CR always do. */
    public enum Refused {
        /** All are kept. */
        NOTHING,
        /** U+0000, which databases cut a text at, or do not find. */
        NUL,
        /** U+0000 to U+001F but tab, line feed and carriage return; U+007F. */
        CONTROLS
    }

    /** Why a good line is refused; {@link LineError#NONE} if it is not. A series is checked by {@link #refuses(SeriesReader)}. */
    public LineError refuses(LineReader line) {
        int length = line.lineEnd() - line.lineStart();
        if (length > lineBytes) {
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

    /** Why a series that was just read is refused; {@link LineError#NONE} if it is not. */
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
