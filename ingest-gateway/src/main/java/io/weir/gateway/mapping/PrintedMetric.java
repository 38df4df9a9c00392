package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.Utf8;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.NumberText;
import java.util.Arrays;

/**
 * A metric as the O2 Monitoring library prints it. Its releases print, perhaps after a date and a color:
 *
 * <pre>
 * [METRIC] name,type value millis tag=value,tag=value                 since 1.8, one value
 * [METRIC] name field=value field=value millis tag=value,tag=value    since 3.0, several values
 * InfoLoggerMonitoring : name, value Type: type, millis, tag=value tag=value    up to 1.7
 * </pre>
 *
 * <p>Nothing is quoted. A text may contain blanks: it ends before the last word that can be the time. Belongs to one
 * thread. Allocates nothing.
 */
final class PrintedMetric {
    private static final byte[] NEWER = ascii("[METRIC] ");
    private static final byte[] OLDER = ascii("InfoLoggerMonitoring : ");
    private static final byte[] OLDER_TYPE = ascii(" Type: ");
    private static final byte[] COLOR_ENDS = ascii("\033[0m");
    private static final byte[] VALUE = ascii("value");
    private static final byte[] MOST_UNSIGNED = ascii("18446744073709551615");

    /** Milliseconds since the epoch have so many digits, from 2001 to 2286. */
    private static final int STAMP_DIGITS = 13;

    private static final long NANOS_PER_MILLI = 1_000_000;

    // The types, as the library numbers them.
    private static final int INT = '0';
    private static final int STRING = '1';
    private static final int DOUBLE = '2';
    private static final int UINT64 = '3';
    /** A value without a type. */
    private static final int ANY = 0;

    private final LineSpeller speller;
    private final byte[] unsigned = new byte[MOST_UNSIGNED.length + 1];
    private byte[] bytes = {};
    private boolean isNewer;
    private int start;
    private int end;
    private int at;
    private RecordError error = RecordError.NONE;

    /** Writes lines into {@code speller}. */
    PrintedMetric(LineSpeller speller) {
        this.speller = speller;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    /** Whether there is a metric in a printed line. */
    boolean find(byte[] of, int from, int to) {
        bytes = of;
        end = to;
        int newer = indexOf(NEWER, from);
        isNewer = newer < to;
        int marker = isNewer ? newer : indexOf(OLDER, from);
        start = marker + (isNewer ? NEWER : OLDER).length;
        at = start;
        return marker < to;
    }

    /** Adds the line of the metric that was found, or returns the reason why there is none. */
    RecordError write() {
        end = withoutBlanks(end);
        if (startsWith(COLOR_ENDS, end - COLOR_ENDS.length) && end - COLOR_ENDS.length >= start) {
            end = withoutBlanks(end - COLOR_ENDS.length);
        }
        error = RecordError.NONE;
        int invalid = Utf8.firstInvalid(bytes, start, end);
        boolean isGood = invalid < 0 ? (isNewer ? writeNewer() : writeOlder()) : refuse(RecordError.NOT_UTF8, invalid);
        if (!isGood) {
            speller.dropLine();
        }
        return error;
    }

    /** The index of the first wrong byte. */
    int errorAt() {
        return at;
    }

    private boolean writeNewer() {
        int nameEnd = next(' ', start);
        boolean hasType = nameEnd - start >= 2 && bytes[nameEnd - 2] == ',' && isType(bytes[nameEnd - 1]);
        int values = Math.min(end, nameEnd + 1);
        int type = hasType ? bytes[nameEnd - 1] : ANY;
        boolean isOneWord = hasType && type != STRING;
        int stamp = isOneWord ? Math.min(end, next(' ', values) + 1) : lastStamp(values);
        int stampEnd = next(' ', stamp);
        if (stamp == values && hasType) {
            return refuse(RecordError.BROKEN_INFOLOGGER, values);
        }
        int valuesEnd = Math.max(values, stamp - 1);
        return isStamp(stamp, stampEnd)
                && writeName(start, hasType ? nameEnd - 2 : nameEnd)
                && writeTags(Math.min(end, stampEnd + 1), ',')
                && (hasType
                        ? writeValue(VALUE, 0, VALUE.length, type, values, valuesEnd)
                        : writeValues(values, valuesEnd))
                && writeEnd(stamp, stampEnd);
    }

    private boolean writeOlder() {
        int nameEnd = next(',', start);
        int value = nameEnd + 2;
        int valueEnd = lastIndexOf(OLDER_TYPE, value);
        int type = valueEnd + OLDER_TYPE.length;
        if (valueEnd < value || type >= end || !isType(bytes[type])) {
            return refuse(RecordError.BROKEN_INFOLOGGER, Math.min(value, end));
        }
        int stamp = Math.min(end, type + 3);
        int stampEnd = next(',', stamp);
        return isStamp(stamp, stampEnd)
                && writeName(start, nameEnd)
                && writeTags(Math.min(end, stampEnd + 1), ' ')
                && writeValue(VALUE, 0, VALUE.length, bytes[type], value, valueEnd)
                && writeEnd(stamp, stampEnd);
    }

    private boolean writeName(int from, int to) {
        return (from < to && speller.measurement(bytes, from, to)) || refuse(RecordError.BAD_MEASUREMENT, from);
    }

    /** An empty one is left out: the library prints a separator also before the first one. */
    private boolean writeTags(int from, char separator) {
        for (int tag = from; tag < end; ) {
            int tagEnd = next(separator, tag);
            int equals = Math.min(next('=', tag), tagEnd);
            if (tagEnd > tag) {
                boolean isGood = equals < tagEnd
                        && (equals + 1 == tagEnd
                                || (speller.tagKey(bytes, tag, equals) && speller.tagValue(bytes, equals + 1, tagEnd)));
                if (!isGood) {
                    return refuse(RecordError.BAD_TAG, tag);
                }
            }
            tag = tagEnd + 1;
        }
        return true;
    }

    /** A value ends before the next word with an equals sign. */
    private boolean writeValues(int from, int to) {
        for (int field = from; field < to; ) {
            int equals = next('=', field);
            if (equals >= to || next(' ', field) < equals) {
                return refuse(RecordError.BROKEN_INFOLOGGER, field);
            }
            int valueEnd = valueEnd(equals + 1, to);
            if (!writeValue(bytes, field, equals, ANY, equals + 1, valueEnd)) {
                return false;
            }
            field = valueEnd + 1;
        }
        return true;
    }

    private int valueEnd(int from, int to) {
        int blank = -1;
        for (int index = from; index < to; index++) {
            if (bytes[index] == '=' && blank >= 0) {
                return blank;
            }
            blank = bytes[index] == ' ' ? index : blank;
        }
        return to;
    }

    private boolean writeValue(byte[] name, int nameFrom, int nameTo, int type, int from, int to) {
        boolean isInteger = NumberText.isInteger(bytes, from, to);
        boolean isNumber = isInteger || NumberText.isNumber(bytes, from, to);
        if (type != STRING && NumberText.isNotFinite(bytes, from, to)) {
            return true; // Stores do not have it.
        }
        boolean isBad = (type == INT || type == UINT64) ? !isInteger : type == DOUBLE && !isNumber;
        if (isBad || !speller.fieldKey(name, nameFrom, nameTo)) {
            return refuse(RecordError.BAD_FIELD, from);
        }
        if (isInteger && type != STRING && type != DOUBLE) {
            return writeInteger(from, to);
        }
        if (isNumber && type != STRING) {
            boolean fits = NumberText.fitsDouble(bytes, from, to) && speller.verbatim(bytes, from, to);
            return fits || refuse(RecordError.OUT_OF_RANGE, from);
        }
        return speller.text(bytes, from, to) || refuse(RecordError.BAD_FIELD, from);
    }

    private boolean writeInteger(int from, int to) {
        if (NumberText.fitsLong(bytes, from, to)) {
            return speller.value(NumberText.integer(bytes, from, to));
        }
        boolean isUnsigned = bytes[from] != '-' && isAtMost(MOST_UNSIGNED, from, to);
        if (!isUnsigned) {
            return refuse(RecordError.OUT_OF_RANGE, from);
        }
        System.arraycopy(bytes, from, unsigned, 0, to - from);
        unsigned[to - from] = 'u';
        return speller.verbatim(unsigned, 0, to - from + 1);
    }

    private boolean isAtMost(byte[] digits, int from, int to) {
        return to - from < digits.length
                || (to - from == digits.length && Arrays.compare(bytes, from, to, digits, 0, digits.length) <= 0);
    }

    private boolean writeEnd(int stamp, int stampEnd) {
        if (!speller.hasFields()) {
            return refuse(RecordError.NO_FIELDS, start);
        }
        long millis = NumberText.integer(bytes, stamp, stampEnd);
        if (millis > Long.MAX_VALUE / NANOS_PER_MILLI) {
            return refuse(RecordError.OUT_OF_RANGE, stamp);
        }
        speller.endLine(millis * NANOS_PER_MILLI);
        return true;
    }

    private static boolean isType(byte b) {
        return b >= INT && b <= UINT64;
    }

    private boolean isStamp(int from, int to) {
        return canBeTime(from, to) || refuse(RecordError.BROKEN_INFOLOGGER, from);
    }

    private boolean canBeTime(int from, int to) {
        return to - from == STAMP_DIGITS && bytes[from] != '-' && NumberText.isInteger(bytes, from, to);
    }

    /** The start of the last word that can be a time, or {@code end}. */
    private int lastStamp(int from) {
        int wordEnd = end;
        while (wordEnd - STAMP_DIGITS >= from) {
            int word = wordEnd;
            while (word > from && bytes[word - 1] != ' ') {
                word--;
            }
            if (canBeTime(word, wordEnd)) {
                return word;
            }
            wordEnd = word - 1;
        }
        return end;
    }

    private boolean refuse(RecordError why, int where) {
        error = why;
        at = where;
        return false;
    }

    /** The index of the next such byte, or {@code end}. */
    private int next(char wanted, int from) {
        int index = Math.min(from, end);
        while (index < end && bytes[index] != wanted) {
            index++;
        }
        return index;
    }

    private int withoutBlanks(int to) {
        int last = to;
        while (last > start && (bytes[last - 1] == ' ' || bytes[last - 1] == '\r')) {
            last--;
        }
        return last;
    }

    private int indexOf(byte[] text, int from) {
        for (int index = from; index <= end - text.length; index++) {
            if (startsWith(text, index)) {
                return index;
            }
        }
        return end;
    }

    private int lastIndexOf(byte[] text, int from) {
        int index = end - text.length;
        while (index >= from && !startsWith(text, index)) {
            index--;
        }
        return Math.max(index, from - 1);
    }

    private boolean startsWith(byte[] text, int from) {
        return from >= 0
                && from + text.length <= end
                && Arrays.equals(bytes, from, from + text.length, text, 0, text.length);
    }
}
