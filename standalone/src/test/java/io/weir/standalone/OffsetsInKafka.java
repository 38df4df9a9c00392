package io.weir.standalone;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets of partition 0 of topics, and those that groups have committed there.
 *
 * @param prefix of the groups
 */
record OffsetsInKafka(Admin admin, String prefix) {

    /** Returns when a group has committed the end of a topic that is not empty. */
    void awaitRead(String group, String topic) {
        Eventually.eventually(group + " has read " + topic, () -> {
            long next = committed(group, topic);
            return next > 0 && next == end(topic);
        });
    }

    /** Returns -1 without an offset. */
    long committed(String group, String topic) {
        try {
            OffsetAndMetadata next = admin.listConsumerGroupOffsets(prefix + group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(topic, 0));
            return next == null ? -1 : next.offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    long first(String topic) {
        return offset(topic, OffsetSpec.earliest());
    }

    long end(String topic) {
        return offset(topic, OffsetSpec.latest());
    }

    private long offset(String topic, OffsetSpec which) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try {
            return admin.listOffsets(Map.of(partition, which))
                    .partitionResult(partition)
                    .get()
                    .offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
