package io.weir.processing.aggregate.cell;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.weir.contract.line.FieldType;
import io.weir.processing.batch.Metrics;

/**
 * A hash of 64 bits of a field's value: XXH3-64. Equal for equal numbers of any type, and for texts
 * with the same spelling in line protocol. Partials of all partitions must have the same hashes.
 */
public final class ValueHash {

    private static final Hasher64 XXH3 = Hashing.xxh3_64();
    private static final double INTEGER_RANGE = 0x1p63;

    /** Distinguishes numbers that no integer of 64 bits equals from integers with the same bits. */
    private static final long OTHER_NUMBER = 1;

    private ValueHash() {}

    /** The hash of a value of any type. */
    public static long of(Metrics batch, int field) {
        FieldType type = batch.type(field);
        if (type == FieldType.STRING) {
            // Without the quotes.
            return ofText(batch.bytes(field), batch.valueFrom(field) + 1, batch.valueTo(field) - 1);
        }
        if (type == FieldType.BOOLEAN) {
            return ofInteger(batch.isTrue(field) ? 1 : 0);
        }
        if (type == FieldType.FLOAT) {
            return ofFloat(batch.number(field));
        }
        long bits = batch.integer(field);
        return batch.isInteger(field) ? ofInteger(bits) : XXH3.hashLongLongToLong(bits, OTHER_NUMBER);
    }

    public static long ofText(byte[] bytes, int from, int to) {
        return XXH3.hashBytesToLong(bytes, from, to - from);
    }

    private static long ofInteger(long value) {
        return XXH3.hashLongLongToLong(value, 0);
    }

    private static long ofFloat(double value) {
        boolean isInteger = value == Math.rint(value) && Math.abs(value) < INTEGER_RANGE;
        return isInteger
                ? ofInteger((long) value)
                : XXH3.hashLongLongToLong(Double.doubleToRawLongBits(value), OTHER_NUMBER);
    }
}
