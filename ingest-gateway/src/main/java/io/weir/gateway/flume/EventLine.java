package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.NumberText;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Writes an event's headers as a line: {@code name} is the measurement, {@code value_x} the field
 * {@code x}, {@code tag_x} the tag {@code x}, {@code timestamp} the timestamp. Any other header is
 * a tag of its own name, because the first versions of the library wrote the host that way.
 *
 * <p>A numeric value is a float, because the type of {@code 42} is unknown. {@code type_x} with
 * {@code long} makes it an integer, with {@code string} a string. Any other text is a string.
 */
final class EventLine {
    private static final byte[] NAME = ascii("name");
    private static final byte[] TIMESTAMP = ascii("timestamp");
    private static final byte[] TAG = ascii("tag_");
    private static final byte[] VALUE = ascii("value_");
    private static final byte[] TYPE = ascii("type_");
    private static final byte[] LONG = ascii("long");
    private static final byte[] DOUBLE = ascii("double");
    private static final byte[] STRING = ascii("string");
    private static final int NOWHERE = -1;

    private final LineSpeller lines;

    EventLine(LineSpeller lines) {
        this.lines = lines;
    }

    /**
     * Adds a line, or returns the error. Values that are rejected alone are reported to
     * {@code bad}.
     */
    FlumeError spell(Headers headers, Consumer<FlumeError> bad) {
        int name = last(headers, NAME);
        if (name == NOWHERE || !lines.measurement(headers.bytes(), headers.valueFrom(name), headers.valueTo(name))) {
            return FlumeError.BAD_NAME;
        }
        FlumeError error = spellRest(headers, bad);
        if (error != FlumeError.NONE || !lines.hasFields()) {
            lines.dropLine();
        }
        return error;
    }

    private FlumeError spellRest(Headers headers, Consumer<FlumeError> bad) {
        boolean hasValues = false;
        for (int i = 0; i < headers.count(); i++) {
            if (headers.keyStartsWith(i, VALUE)) {
                hasValues = true;
            } else if (isTag(headers, i) && !spellTag(headers, i)) {
                return FlumeError.BAD_TAG;
            }
        }
        if (!hasValues) {
            return FlumeError.NO_VALUE;
        }
        for (int i = 0; i < headers.count(); i++) {
            if (headers.keyStartsWith(i, VALUE)) {
                FlumeError error = spellValue(headers, i);
                if (error != FlumeError.NONE) {
                    bad.accept(error);
                }
            }
        }
        return lines.hasFields() ? end(headers) : FlumeError.NONE;
    }

    private FlumeError end(Headers headers) {
        int stamp = last(headers, TIMESTAMP);
        if (stamp == NOWHERE) {
            lines.endLine();
            return FlumeError.NONE;
        }
        if (!NumberText.isInteger(headers.bytes(), headers.valueFrom(stamp), headers.valueTo(stamp))) {
            return FlumeError.BAD_TIMESTAMP;
        }
        lines.endLine(headers.bytes(), headers.valueFrom(stamp), headers.valueTo(stamp));
        return FlumeError.NONE;
    }

    private static boolean isTag(Headers headers, int i) {
        boolean isOther = headers.keyIs(i, NAME) || headers.keyIs(i, TIMESTAMP) || headers.keyStartsWith(i, TYPE);
        return !isOther && headers.valueFrom(i) < headers.valueTo(i);
    }

    private boolean spellTag(Headers headers, int i) {
        int prefix = headers.keyStartsWith(i, TAG) ? TAG.length : 0;
        return lines.tagKey(headers.bytes(), headers.keyFrom(i) + prefix, headers.keyTo(i))
                && lines.tagValue(headers.bytes(), headers.valueFrom(i), headers.valueTo(i));
    }

    private FlumeError spellValue(Headers headers, int i) {
        byte[] bytes = headers.bytes();
        int keyFrom = headers.keyFrom(i) + VALUE.length;
        int from = headers.valueFrom(i);
        int to = headers.valueTo(i);
        int type = typeOf(headers, keyFrom, headers.keyTo(i));
        boolean isText = type != NOWHERE && headers.valueIs(type, STRING);
        boolean isLong = type != NOWHERE && headers.valueIs(type, LONG);
        boolean isDouble = type != NOWHERE && headers.valueIs(type, DOUBLE);
        boolean isNumber = NumberText.isNumber(bytes, from, to);
        if (!isText && NumberText.isNotFinite(bytes, from, to)) {
            return FlumeError.NOT_FINITE;
        }
        if (isLong ? !NumberText.isInteger(bytes, from, to) : isDouble && !isNumber) {
            return FlumeError.BAD_NUMBER;
        }
        boolean isWithinRange = isLong
                ? NumberText.fitsLong(bytes, from, to)
                : isText || !isNumber || NumberText.fitsDouble(bytes, from, to);
        if (!isWithinRange) {
            return FlumeError.OUT_OF_RANGE;
        }
        if (!lines.fieldKey(bytes, keyFrom, headers.keyTo(i))) {
            return FlumeError.BAD_FIELD;
        }
        if (isLong) {
            lines.integer(bytes, from, to);
        } else if (!isText && (isNumber || headers.isLiteral(i))) {
            lines.verbatim(bytes, from, to);
        } else {
            lines.text(bytes, from, to); // JSON is UTF-8 here, so it is valid.
        }
        return FlumeError.NONE;
    }

    /** Index of the header with the type of the value with this key. */
    private static int typeOf(Headers headers, int keyFrom, int keyTo) {
        byte[] bytes = headers.bytes();
        for (int i = 0; i < headers.count(); i++) {
            if (headers.keyStartsWith(i, TYPE)
                    && Arrays.equals(
                            bytes, headers.keyFrom(i) + TYPE.length, headers.keyTo(i), bytes, keyFrom, keyTo)) {
                return i;
            }
        }
        return NOWHERE;
    }

    /** The last header of a key wins, as in a map that is filled in order. */
    private static int last(Headers headers, byte[] key) {
        int found = NOWHERE;
        for (int i = 0; i < headers.count(); i++) {
            if (headers.keyIs(i, key)) {
                found = i;
            }
        }
        return found;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
