package io.weir.contract.line;

import java.util.Arrays;

/**
 * Reads the field section of one line into flat arrays; results are valid until the next call. Not
 * thread-safe.
 */
final class FieldScanner {
    private final NumberScanner numbers = new NumberScanner();
    private int count;
    private int newlines;
    private boolean hasString;
    private int[] keyStarts = new int[8];
    private int[] valueStarts = new int[8];
    private int[] valueEnds = new int[8];
    private long[] values = new long[8];
    private int[] scales = new int[8];
    private FieldType[] types = new FieldType[8];
    private LineError error = LineError.NONE;
    private int errorAt;

    /**
     * Reads the fields that start at {@code from}, which is not at the range's first byte.
     *
     * @return the index after the last value: the range's end, a space or the line's end; -1 if a
     *     field is refused
     */
    int scan(byte[] bytes, int from, int to) {
        clear();
        int at = from;
        while (true) {
            int equals = keyEnd(bytes, at, to);
            if (equals < 0) {
                return -1;
            }
            int end = valueEnd(bytes, equals + 1, to);
            if (end < 0) {
                return -1;
            }
            keyStarts[count] = at;
            valueStarts[count] = equals + 1;
            valueEnds[count++] = end;
            if (end == to || bytes[end] != ',') {
                return end;
            }
            at = end + 1;
        }
    }

    /** Removes the last field, which must not be a string. */
    void removeLast() {
        count--;
    }

    void clear() {
        count = 0;
        newlines = 0;
        hasString = false;
    }

    /** Whether a value is a string. */
    boolean hasString() {
        return hasString;
    }

    int count() {
        return count;
    }

    /** The number of newlines in the strings. */
    int newlines() {
        return newlines;
    }

    int keyStart(int i) {
        return keyStarts[i];
    }

    int valueStart(int i) {
        return valueStarts[i];
    }

    int valueEnd(int i) {
        return valueEnds[i];
    }

    FieldType type(int i) {
        return types[i];
    }

    /** The bits of an integer or unsigned number, 1 or 0 for a boolean, the digits of a float. */
    long value(int i) {
        return values[i];
    }

    /** The power of ten for a float's digits. */
    int scale(int i) {
        return scales[i];
    }

    LineError error() {
        return error;
    }

    int errorAt() {
        return errorAt;
    }

    private int keyEnd(byte[] bytes, int from, int to) {
        int at = from;
        for (; at < to; at++) {
            byte b = bytes[at];
            // Letters, digits and most other bytes need two comparisons only.
            if ((b == '=' || b <= ',') && endsKey(bytes, at)) {
                break;
            }
        }
        if (at == from) {
            return refuse(LineError.MISSING_FIELD_KEY, at);
        }
        if (at < to && (bytes[at] == 0 || (bytes[at] == '\r' && !LineEnds.endsLine(bytes, at, to)))) {
            return refuse(LineError.CONTROL_CHARACTER, at);
        }
        return at < to && bytes[at] == '=' ? at : refuse(LineError.MISSING_FIELD_VALUE, at);
    }

    /** Whether the byte ends a field's key, or may not be in one. */
    private static boolean endsKey(byte[] bytes, int at) {
        byte b = bytes[at];
        if (b == '\n' || b == '\r' || b == 0) {
            return true;
        }
        return (b == '=' || b == ',' || b == ' ') && bytes[at - 1] != '\\';
    }

    private int valueEnd(byte[] bytes, int from, int to) {
        if (count == types.length) {
            grow();
        }
        if (LineEnds.endsValue(bytes, from, to)) {
            return refuse(LineError.MISSING_FIELD_VALUE, from);
        }
        byte first = bytes[from];
        if ((first >= '0' && first <= '9') || first == '-' || first == '.') {
            return number(bytes, from, to);
        }
        return first == '"' ? string(bytes, from, to) : word(bytes, from, to);
    }

    private int number(byte[] bytes, int from, int to) {
        int end = numbers.scan(bytes, from, to);
        if (end < 0) {
            boolean named = Words.isNotFinite(bytes, from, LineEnds.valueEnd(bytes, from, to));
            return refuse(named ? LineError.NOT_FINITE : numbers.error(), named ? from : numbers.errorAt());
        }
        types[count] = numbers.type();
        values[count] = numbers.number();
        scales[count] = numbers.scale();
        return LineEnds.endsValue(bytes, end, to) ? end : refuse(LineError.INVALID_NUMBER, end);
    }

    private int string(byte[] bytes, int from, int to) {
        int close = LineEnds.closingQuote(bytes, from + 1, to);
        if (close == to) {
            return refuse(LineError.UNTERMINATED_STRING, from);
        }
        if (!LineEnds.endsValue(bytes, close + 1, to)) {
            return refuse(LineError.TEXT_AFTER_STRING, close + 1);
        }
        newlines += LineEnds.newlines(bytes, from, close);
        types[count] = FieldType.STRING;
        hasString = true;
        return close + 1;
    }

    private int word(byte[] bytes, int from, int to) {
        int end = LineEnds.valueEnd(bytes, from, to);
        boolean isTrue = Words.isTrue(bytes, from, end);
        if (!isTrue && !Words.isFalse(bytes, from, end)) {
            boolean named = Words.isNotFinite(bytes, from, end);
            return refuse(named ? LineError.NOT_FINITE : LineError.INVALID_FIELD_VALUE, from);
        }
        types[count] = FieldType.BOOLEAN;
        values[count] = isTrue ? 1 : 0;
        return end;
    }

    private int refuse(LineError why, int at) {
        error = why;
        errorAt = at;
        return -1;
    }

    private void grow() {
        int capacity = count * 2;
        keyStarts = Arrays.copyOf(keyStarts, capacity);
        valueStarts = Arrays.copyOf(valueStarts, capacity);
        valueEnds = Arrays.copyOf(valueEnds, capacity);
        values = Arrays.copyOf(values, capacity);
        scales = Arrays.copyOf(scales, capacity);
        types = Arrays.copyOf(types, capacity);
    }
}
