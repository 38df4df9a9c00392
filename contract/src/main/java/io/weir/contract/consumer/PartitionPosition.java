package io.weir.contract.consumer;

import java.util.List;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The position of a {@link TopicFollower} in the only partition of a topic: a new consumer continues
 * where the last one stopped. Used by the thread of the follower.
 */
public final class PartitionPosition {
    private final TopicPartition partition;

    /** Negative before the first consumer has begun. */
    private long next = -1;

    /** The end of the topic when the consumer began. */
    private long end;

    public PartitionPosition(String topic) {
        partition = new TopicPartition(topic, 0);
    }

    /** Assigns the partition to a consumer; the first one begins with the earliest record. */
    public void begin(KafkaConsumer<byte[], byte[]> consumer) {
        begin(consumer, Long.MAX_VALUE);
    }

    /**
     * The same, but the first consumer begins at most {@code most} records before the end.
     *
     * @return whether it skips earlier records
     */
    public boolean begin(KafkaConsumer<byte[], byte[]> consumer, long most) {
        List<TopicPartition> only = List.of(partition);
        consumer.assign(only);
        end = consumer.endOffsets(only).getOrDefault(partition, 0L);
        boolean isFirst = next < 0;
        long earliest = isFirst ? consumer.beginningOffsets(only).getOrDefault(partition, 0L) : 0;
        if (isFirst) {
            next = Math.max(earliest, end - most);
        }
        consumer.seek(partition, next);
        return isFirst && next > earliest;
    }

    /**
     * Notes what the consumer has polled.
     *
     * @return whether it has reached the end that the topic had when the consumer began
     */
    public boolean advance(KafkaConsumer<byte[], byte[]> consumer) {
        next = consumer.position(partition);
        return next >= end;
    }
}
