package io.weir.gateway.intake.batch;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Numbers the batches of one gateway run, from 0 in each partition. A batch gets its number before
 * anything can drop it. Readers of the partition can therefore detect repeated batches and count
 * missing ones. Thread-safe.
 */
public final class BatchNumbers {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final long epoch;
    private long[] next = new long[16];

    /** Starts a new run with a random id. */
    public BatchNumbers() {
        this(RANDOM.nextLong());
    }

    /** Numbers of the run with this id. */
    BatchNumbers(long epoch) {
        this.epoch = epoch;
    }

    /** The random id of this run. Ids of successive runs have no order. */
    public long epoch() {
        return epoch;
    }

    /** Returns the name of the next batch of the partition. */
    public synchronized BatchName name(int partition) {
        ensure(partition + 1);
        return new BatchName(epoch, next[partition]++);
    }

    /** The next number of each of the first {@code partitions} partitions. */
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
