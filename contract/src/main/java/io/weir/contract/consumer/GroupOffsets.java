package io.weir.contract.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offsets at which a consumer group continues, because all records before them need nothing
 * more. Used by the thread of the consumer.
 */
public final class GroupOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(GroupOffsets.class);

    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final String consequence;
    private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    private final Map<TopicPartition, Optional<Integer>> leaderEpochs = new HashMap<>();
    private boolean hasUncommitted;

    /** @param consequence of a failed commit, for the log */
    public GroupOffsets(Consumer<byte[], byte[]> consumer, String consequence) {
        this.consumer = consumer;
        this.consequence = consequence;
    }

    /**
     * Notes the leader epochs of records that were read, which are committed with the offsets. By them
     * Kafka detects that a topic lost its end, even if it has grown beyond the offset again.
     */
    public void read(ConsumerRecords<byte[], byte[]> records) {
        records.nextOffsets().forEach((partition, next) -> leaderEpochs.put(partition, next.leaderEpoch()));
    }

    /** Sets the offset of a partition. It decreases if the topic lost its end. */
    public void set(TopicPartition partition, long next) {
        Optional<Integer> epoch = leaderEpochs.getOrDefault(partition, Optional.empty());
        set(partition, new OffsetAndMetadata(next, epoch, ""));
    }

    /** Sets the offset of a partition, with exactly this epoch and this metadata. */
    public void set(TopicPartition partition, OffsetAndMetadata next) {
        offsets.put(partition, next);
        hasUncommitted = true;
    }

    /** Sets an offset to which the position of a partition moved. The epochs of records before it do not apply to it. */
    public void move(TopicPartition partition, long next) {
        forgetEpoch(partition);
        set(partition, next);
    }

    /** Forgets the epoch of a partition whose position moved. Until the next record, its offset has none. */
    public void forgetEpoch(TopicPartition partition) {
        leaderEpochs.remove(partition);
    }

    /** Forgets partitions that are assigned no more. */
    public void remove(Collection<TopicPartition> partitions) {
        offsets.keySet().removeAll(partitions);
        leaderEpochs.keySet().removeAll(partitions);
    }

    /** Whether an offset was set since the last commit, or that commit failed. */
    public boolean hasUncommitted() {
        return hasUncommitted && !offsets.isEmpty();
    }

    /** Begins to commit what is not committed, and returns immediately. */
    public void commit() {
        if (hasUncommitted()) {
            hasUncommitted = false;
            consumer.commitAsync(Map.copyOf(offsets), (committed, failure) -> {
                if (failure != null) {
                    LOG.debug("commit failed; the next one includes these offsets", failure);
                    hasUncommitted = true;
                }
            });
        }
    }

    /** Commits all offsets, and returns after a second at most. */
    public void commitAndWait() {
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(Map.copyOf(offsets), COMMIT_WITHIN);
        } catch (WakeupException e) {
            commitAndWait();
        } catch (KafkaException e) {
            LOG.info("commit failed; {} reason={}", consequence, e.toString());
        }
    }
}
