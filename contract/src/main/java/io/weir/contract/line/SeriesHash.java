package io.weir.contract.line;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash that places a series: XXH3-64 (seed 0) over its canonical bytes.
 *
 * <p>Every service and every version must agree on it, or a series would change its partition; golden values are in its test.
 */
public final class SeriesHash {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private SeriesHash() {}

    /** Hash of the bytes from {@code from} up to, not including, {@code to}. */
    public static long of(byte[] bytes, int from, int to) {
        return XXH3.hashBytesToLong(bytes, from, to - from);
    }

    /** The partition, from 0 to {@code partitions} - 1, that a hash falls into. */
    public static int partition(long hash, int partitions) {
        return (int) Long.remainderUnsigned(hash, partitions);
    }
}
