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
            case INTEGER, UNSIGNED -> batch.integer(field);
            case BOOLEAN -> batch.isTrue(field) ? 1 : 0;
            case STRING -> SeriesHash.of(bytes, from, to);
        };
    }
}
