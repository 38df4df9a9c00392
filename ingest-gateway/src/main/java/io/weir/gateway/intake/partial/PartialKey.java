package io.weir.gateway.intake.partial;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.known.CanonicalSeries;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which values a partial has: those of one field, of the series of a group, with timestamps in one
 * second. Mutable, so that a lookup allocates nothing; a {@link #copy} is never changed.
 */
final class PartialKey {
    private byte[] bytes = {};
    private int from;
    private int to;
    private long groupHash;
    private int aggregation;
    private int field;
    private long second;

    /** Sets the group, whose bytes are not copied. */
    void group(CanonicalSeries group, int ofAggregation) {
        bytes = group.bytes();
        from = group.from();
        to = group.to();
        groupHash = SeriesHash.of(bytes, from, to);
        aggregation = ofAggregation;
    }

    /** Sets the index of the field in its aggregation, and the second since 1970. */
    void value(int ofField, long ofSecond) {
        field = ofField;
        second = ofSecond;
    }

    PartialKey copy() {
        PartialKey copy = new PartialKey();
        copy.bytes = group();
        copy.to = copy.bytes.length;
        copy.groupHash = groupHash;
        copy.aggregation = aggregation;
        copy.field = field;
        copy.second = second;
        return copy;
    }

    /** A copy of the group's canonical bytes. */
    byte[] group() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    int aggregation() {
        return aggregation;
    }

    int field() {
        return field;
    }

    long second() {
        return second;
    }

    int length() {
        return to - from;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartialKey key
                && field == key.field
                && second == key.second
                && groupHash == key.groupHash
                && Arrays.equals(bytes, from, to, key.bytes, key.from, key.to);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(groupHash + 31L * field + 1_000_003 * second);
    }
}
