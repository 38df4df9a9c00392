package io.weir.writer.store.influxdb;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.writer.store.Refusals;

/**
 * Converts unsigned integers below 2^63 to integers, for a store without unsigned integers. Used by
 * one thread.
 */
final class Unsigned {
    private final LineReader reader = new LineReader();

    /** Whether one of the lines at {@code [from, to)} has an unsigned field. */
    boolean isIn(byte[] bytes, int from, int to) {
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            for (int i = 0; reader.error() == LineError.NONE && i < reader.fieldCount(); i++) {
                if (reader.fieldType(i) == FieldType.UNSIGNED) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Rewrites the fields of the lines at {@code [0, length)}; reports lines with a larger value to
     * {@code refusals}.
     */
    void convert(byte[] bytes, int length, Refusals refusals) {
        reader.wrap(bytes, 0, length);
        while (reader.next()) {
            String tooLarge = reader.error() == LineError.NONE ? convert(bytes) : "";
            if (!tooLarge.isEmpty()) {
                refusals.refused(
                        reader.lineStart(),
                        reader.lineEnd(),
                        "field '" + tooLarge + "' is unsigned and 2^63 or more, for which InfluxDB 1.x has no type");
            }
        }
    }

    /** The first field of the line that is too large, or an empty text. */
    private String convert(byte[] bytes) {
        for (int i = 0; i < reader.fieldCount(); i++) {
            if (reader.fieldType(i) == FieldType.UNSIGNED) {
                if (reader.longValue(i) < 0) {
                    return reader.fieldKey(i);
                }
                bytes[reader.valueEnd(i) - 1] = 'i';
            }
        }
        return "";
    }
}
