package io.weir.processing.group;

import io.weir.contract.line.SeriesHash;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Which group a series belongs to under a rule.
 *
 * @param shape what the rule asks for
 * @param bytes the shape's identity, then the canonical bytes of the series that stands for the group
 * @param hash of the bytes
 */
public record GroupKey(GroupShape shape, byte[] bytes, long hash) {

    /** The group that this series, spelled canonically, stands for. */
    public static GroupKey of(GroupShape shape, byte[] series) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES + series.length)
                .putLong(shape.identity())
                .put(series)
                .array();
        return new GroupKey(shape, bytes, SeriesHash.of(bytes, 0, bytes.length));
    }

    /** The series that stands for the group with such bytes. */
    public static byte[] series(byte[] key) {
        return Arrays.copyOfRange(key, Long.BYTES, key.length);
    }

    /** The identity of the rule of the group with such bytes. */
    public static long identity(byte[] key) {
        return ByteBuffer.wrap(key).getLong();
    }
}
