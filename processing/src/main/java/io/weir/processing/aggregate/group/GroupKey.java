package io.weir.processing.aggregate.group;

import io.weir.contract.line.SeriesHash;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The group of a series under a rule.
 *
 * @param shape the shape of the rule's windows
 * @param bytes the shape's identity, then the canonical bytes of the series that represents the
 *     group
 * @param hash hash of the bytes
 */
public record GroupKey(GroupShape shape, byte[] bytes, long hash) {

    /** The key of the group that a canonical series represents. */
    public static GroupKey of(GroupShape shape, byte[] series) {
        byte[] bytes = bytes(shape.identity(), series);
        return new GroupKey(shape, bytes, SeriesHash.of(bytes, 0, bytes.length));
    }

    /** The key of a rule's identity and of the series that represents the group. */
    static byte[] bytes(long identity, byte[] series) {
        return ByteBuffer.allocate(Long.BYTES + series.length)
                .putLong(identity)
                .put(series)
                .array();
    }

    /** The key of the same group under a rule of another identity. */
    public static byte[] withIdentity(byte[] key, long identity) {
        return bytes(identity, series(key));
    }

    /** The series that represents the group with this key. */
    public static byte[] series(byte[] key) {
        return Arrays.copyOfRange(key, Long.BYTES, key.length);
    }

    /** The identity of the rule of the group with this key. */
    public static long identity(byte[] key) {
        return ByteBuffer.wrap(key).getLong();
    }
}
