package io.weir.writer.store.opentsdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.JsonBuffer;
import java.util.concurrent.TimeUnit;

/**
 * The body of a request: a data point {@code MEASUREMENT.FIELD} for each number. Names have the
 * characters that OpenTSDB accepts: letters, digits, {@code - _ .}. Any other byte becomes a slash
 * and its two hexadecimal digits, and so does a point in a field, so that all names can be read
 * back. Used by one thread.
 */
final class PutBody {
    private static final byte[] METRIC = ascii("{\"metric\":\"");
    private static final byte[] TIMESTAMP = ascii("\",\"timestamp\":");
    private static final byte[] VALUE = ascii(",\"value\":");
    private static final byte[] TAGS = ascii(",\"tags\":{");
    /** OpenTSDB refuses points without a tag. */
    private static final byte[] NO_TAGS = ascii("\"weir\":\"untagged\"");

    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final long MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final JsonBuffer json = new JsonBuffer();
    private boolean isEmpty;

    void clear() {
        json.clear();
        json.put('[');
        isEmpty = true;
    }

    /** Adds the points of a line that has no texts, and whose series was read. */
    void add(LineReader line, SeriesReader series) {
        for (int field = 0; field < line.fieldCount(); field++) {
            if (!isEmpty) {
                json.put(',');
            }
            isEmpty = false;
            addPoint(line, series, field);
        }
    }

    /** Ends the array. */
    void end() {
        json.put(']');
    }

    boolean isEmpty() {
        return isEmpty;
    }

    /** The array with the body, valid until the next change. */
    byte[] bytes() {
        return json.bytes();
    }

    int length() {
        return json.length();
    }

    private void addPoint(LineReader line, SeriesReader series, int field) {
        byte[] bytes = line.bytes();
        json.put(METRIC);
        putName(bytes, line.seriesStart(), series.measurementEnd(), Part.MEASUREMENT);
        json.put('.');
        putName(bytes, line.fieldKeyStart(field), line.fieldKeyEnd(field), Part.FIELD);
        json.put(TIMESTAMP);
        json.putNumber(line.timestamp() / MILLI_NANOS);
        json.put(VALUE);
        if (line.fieldType(field) == FieldType.BOOLEAN) {
            json.put(line.booleanValue(field) ? '1' : '0');
        } else {
            json.putValue(line, field);
        }
        json.put(TAGS);
        for (int tag = 0; tag < series.tagCount(); tag++) {
            if (tag > 0) {
                json.put(',');
            }
            putQuoted(bytes, series.tagKeyStart(tag), series.tagKeyEnd(tag));
            json.put(':');
            putQuoted(bytes, series.tagValueStart(tag), series.tagValueEnd(tag));
        }
        if (series.tagCount() == 0) {
            json.put(NO_TAGS);
        }
        json.put('}');
        json.put('}');
    }

    private enum Part {
        MEASUREMENT,
        FIELD,
        TAG
    }

    private void putQuoted(byte[] bytes, int from, int to) {
        json.put('"');
        putName(bytes, from, to, Part.TAG);
        json.put('"');
    }

    private void putName(byte[] bytes, int from, int to, Part part) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\\' && at + 1 < to && isEscaped(bytes[at + 1], part)) {
                at++;
            }
            byte next = bytes[at];
            if (isAllowed(next) && !(next == '.' && part == Part.FIELD)) {
                json.put((char) next);
            } else {
                json.put('/');
                json.put((char) HEX[next >> 4 & 0xf]);
                json.put((char) HEX[next & 0xf]);
            }
        }
    }

    private static boolean isEscaped(byte next, Part part) {
        return next == ',' || next == ' ' || (next == '=' && part != Part.MEASUREMENT);
    }

    private static boolean isAllowed(byte next) {
        boolean isLetter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
        return isLetter || (next >= '0' && next <= '9') || next == '-' || next == '_' || next == '.';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
