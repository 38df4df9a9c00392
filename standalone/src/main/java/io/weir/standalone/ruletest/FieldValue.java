package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;

/**
 * A field's value.
 *
 * @param spelled as in line protocol
 * @param text of a string, else empty
 */
record FieldValue(FieldType type, String spelled, String text, double number) {
    /** The maximum relative difference between sums that are added in different orders. */
    private static final double CLOSE = 1e-9;

    static FieldValue of(LineReader line, int field) {
        FieldType type = line.fieldType(field);
        int from = line.valueStart(field);
        return new FieldValue(
                type,
                new String(line.bytes(), from, line.valueEnd(field) - from, UTF_8),
                type == FieldType.STRING ? line.stringValue(field) : "",
                type.isNumber() ? line.doubleValue(field) : 0);
    }

    /** Parses an expected value: a value of line protocol, or text without quotes. */
    static FieldValue expected(String written) {
        byte[] bytes = ("m f=" + written).getBytes(UTF_8);
        LineReader line = new LineReader();
        line.wrap(bytes, 0, bytes.length);
        if (line.next() && line.error() == LineError.NONE && line.fieldCount() == 1 && !line.hasTimestamp()) {
            return of(line, 0);
        }
        if (line.error() == LineError.NOT_FINITE || line.error() == LineError.NUMBER_OUT_OF_RANGE) {
            throw new Refusal("is " + Refusal.quote(written) + ", which no field can have", "");
        }
        return new FieldValue(FieldType.STRING, '"' + written + '"', written, 0);
    }

    /**
     * Whether {@code actual} has the expected value. A number without suffix matches any number of
     * that value.
     */
    boolean isMetBy(FieldValue actual) {
        if (type == FieldType.FLOAT && actual.type.isNumber()) {
            return Math.abs(number - actual.number) <= CLOSE * Math.max(Math.abs(number), Math.abs(actual.number));
        }
        if (type == FieldType.STRING && actual.type == type) {
            return text.equals(actual.text);
        }
        return type == actual.type
                && (type == FieldType.BOOLEAN ? isTrue() == actual.isTrue() : spelled.equals(actual.spelled));
    }

    private boolean isTrue() {
        return spelled.startsWith("t") || spelled.startsWith("T");
    }
}
