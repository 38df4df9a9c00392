package io.weir.gateway.intake;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Numbers the batches of one life of a gateway, from 0 on in each partition. A batch has its number before anything can drop it, so that
 * whoever reads the partition knows a repeated batch and counts a missing one. Thread-safe.
 */
public final class BatchNumbers {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final long epoch;
    private long[] next = new long[16];

    /** Numbers of a new life, which has a random name. */
    public BatchNumbers() {
        this(RANDOM.nextLong());
    }

    /** Numbers of the life with this name. */
    BatchNumbers(long epoch) {
        this.epoch = epoch;
    }

    /** The name of this life; it has no order. */
    public long epoch() {
        return epoch;
    }

    /** Gives a batch of the partition its name. */
    public synchronized BatchName name(int partition) {
        ensure(partition + 1);
        return new BatchName(epoch, next[partition]++);
    }

    /** The number that each of so many partitions gives next. */
    public synchronized long[] next(int partitions) {
        ensure(partitions);
        return Arrays.copyOf(next, partitions);
    }

    private void ensure(int partitions) {
        if (partitions > next.length) {
            next = Arrays.copyOf(next, Math.max(partitions, next.length * 2));
        }
    }
}
