package io.weir.contract.state;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a changelog into the tiers and the common state that their keys name.
 *
 * <p>Not thread-safe.
 */
final class ChangelogReader {

    /** Keys have the tier's number above these bits; negative keys are common state. */
    private static final int BLOCK_BITS = 26;

    static final int MAX_TIERS = 1 << (31 - BLOCK_BITS);

    private final TierBlocks[] tiers;
    private final CommonCopies common;
    private final ChangelogFence fence;
    private final IntFunction<String> nameOf;

    private boolean isUnfinished;

    /** {@code nameOf} names a key in errors. */
    ChangelogReader(TierBlocks[] tiers, CommonCopies common, ChangelogFence fence, IntFunction<String> nameOf) {
        this.tiers = tiers;
        this.common = common;
        this.fence = fence;
        this.nameOf = nameOf;
    }

    /** The key of a tier's first block. */
    static int firstKey(int tier) {
        return tier << BLOCK_BITS;
    }

    /** Reads the next record; returns false if it is stale: the next checkpoint replaces it. */
    boolean read(ConsumerRecord<byte[], byte[]> record) {
        if (fence.restore(record)) {
            read(record.key(), record.value());
            return true;
        }
        if (ByteBuffer.wrap(record.key()).getInt() < 0) {
            common.restoreStale(record.key());
        } else {
            tier(record.key()).restoreStale(record.key());
        }
        return false;
    }

    /** Reads a record that is not stale; the latest record of a key wins. */
    void read(byte[] key, byte @Nullable [] value) {
        if (ByteBuffer.wrap(key).getInt() < 0) {
            common.restore(key, value);
        } else {
            tier(key).restore(key, value);
        }
    }

    private TierBlocks tier(byte[] key) {
        int block = ByteBuffer.wrap(key).getInt();
        int tier = block >>> BLOCK_BITS;
        if (tier >= tiers.length) {
            throw new UnusableStateException(nameOf.apply(block) + ": this version of Weir has no such block");
        }
        isUnfinished = true;
        return tiers[tier];
    }

    /** Fills the slots of all tiers after the last record; does nothing if there is none. */
    void finish() {
        if (isUnfinished) {
            isUnfinished = false;
            for (TierBlocks tier : tiers) {
                tier.readRestored();
            }
        }
    }

    /** Forgets the records that were read. */
    void forget() {
        isUnfinished = false;
    }
}
