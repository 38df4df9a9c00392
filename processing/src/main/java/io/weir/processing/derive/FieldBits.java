package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.SeriesHash;
import io.weir.processing.batch.Metrics;

/** The 64 bits that represent a value in a history. */
final class FieldBits {
    private FieldBits() {}

    static long of(Metrics batch, int field) {
        FieldType type = batch.type(field);
        byte[] bytes = batch.bytes(field);
        int from = batch.valueFrom(field);
        int to = batch.valueTo(field);
        return switch (type) {
            case FLOAT -> Double.doubleToRawLongBits(batch.number(field));
            case INTEGER, UNSIGNED -> integer(bytes, from, to - 1);
            case BOOLEAN -> bytes[from] == 't' || bytes[from] == 'T' ? 1 : 0;
            case STRING -> SeriesHash.of(bytes, from, to);
        };
    }

    /** Parses digits that are known to fit: an integer beyond 2^53 is not an exact double. */
    static long integer(byte[] bytes, int from, int to) {
        boolean isNegative = bytes[from] == '-';
        long value = 0;
        for (int at = isNegative ? from + 1 : from; at < to; at++) {
            value = value * 10 + (bytes[at] - '0');
        }
        return isNegative ? -value : value;
    }
}
