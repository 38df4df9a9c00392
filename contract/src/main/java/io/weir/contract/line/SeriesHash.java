package io.weir.contract.line;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash that determines a series' partition: XXH3-64 (seed 0) over its canonical bytes.
 *
 * <p>All services and versions must compute the same hash; otherwise a series would change its
 * partition. The test of this class has golden values.
 */
public final class SeriesHash {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private SeriesHash() {}

    /** The hash of the bytes from {@code from} up to, not including, {@code to}. */
    public static long of(byte[] bytes, int from, int to) {
        return XXH3.hashBytesToLong(bytes, from, to - from);
    }

    /** The partition of a hash, from 0 to {@code partitions} - 1. */
    public static int partition(long hash, int partitions) {
        return (int) Long.remainderUnsigned(hash, partitions);
    }
}
