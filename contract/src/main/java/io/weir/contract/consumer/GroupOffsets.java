package io.weir.contract.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
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
    private boolean hasUncommitted;

    /** @param consequence of a failed commit, for the log */
    public GroupOffsets(Consumer<byte[], byte[]> consumer, String consequence) {
        this.consumer = consumer;
        this.consequence = consequence;
    }

    /** Sets what to commit for a partition. The offset decreases if the topic lost its end. */
    public void set(TopicPartition partition, OffsetAndMetadata next) {
        offsets.put(partition, next);
        hasUncommitted = true;
    }

    /** Forgets partitions that are assigned no more. */
    public void remove(Collection<TopicPartition> partitions) {
        offsets.keySet().removeAll(partitions);
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
