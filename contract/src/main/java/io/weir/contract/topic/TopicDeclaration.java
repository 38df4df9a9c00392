package io.weir.contract.topic;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The settings with which a topic is created.
 *
 * @param configs Kafka's topic settings by their Kafka names
 */
public record TopicDeclaration(String name, int partitions, short replication, Map<String, String> configs) {

    /** Set explicitly although it is Kafka's default: brokers may be configured with less. */
    private static final int KAFKAS_MAX_RECORD_BYTES = 1_048_588;

    private static final Map<String, String> EVERY = Map.of(
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG, maxRecordBytes(),
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime",
            // Timestamps are a gateway's receive times. Records must not be refused if a gateway's
            // clock is wrong or its spool is sent late. Retention by bytes bounds the disk usage
            // whatever the timestamps are.
            TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.toString(Long.MAX_VALUE),
            TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.toString(Long.MAX_VALUE),
            TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(64 << 20));

    /** The largest record of a topic whose declaration sets no other limit: Kafka's default. */
    public static String maxRecordBytes() {
        return Integer.toString(KAFKAS_MAX_RECORD_BYTES);
    }

    /** Refuses counts below one; keeps a copy of the settings. */
    public TopicDeclaration {
        if (partitions < 1) {
            throw new IllegalArgumentException(name + ": partitions must be 1 or more, was " + partitions);
        }
        if (replication < 1) {
            throw new IllegalArgumentException(name + ": replication must be 1 or more, was " + replication);
        }
        configs = Map.copyOf(configs);
    }

    /**
     * A topic of one partition that deletes its oldest records by age or, per partition, by size,
     * whichever limit is reached first.
     */
    static TopicDeclaration deleted(String name, Duration age, long bytes) {
        return new TopicDeclaration(name, 1, (short) 1, EVERY)
                .with(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE)
                .retention(age, bytes);
    }

    static TopicDeclaration compacted(String name) {
        return new TopicDeclaration(name, 1, (short) 1, EVERY)
                .with(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    }

    TopicDeclaration named(String other) {
        return new TopicDeclaration(other, partitions, replication, configs);
    }

    TopicDeclaration partitions(int count) {
        return new TopicDeclaration(name, count, replication, configs);
    }

    /**
     * Sets the replica count. One replica may be unavailable, or nearly half of five or more, while
     * every write is still stored twice.
     */
    TopicDeclaration replication(short factor) {
        return new TopicDeclaration(name, partitions, factor, configs)
                .with(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(leastInSync(factor)));
    }

    /** How many replicas must store a record before the producer gets an acknowledgement. */
    public static int leastInSync(int replicas) {
        return Math.max(1, Math.min(replicas - 1, replicas / 2 + 1));
    }

    TopicDeclaration retention(Duration age, long bytes) {
        return with(TopicConfig.RETENTION_MS_CONFIG, Long.toString(age.toMillis()))
                .with(TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(bytes));
    }

    /** Timestamps are set by the broker. */
    TopicDeclaration stampedByBrokers() {
        return with(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    }

    TopicDeclaration maxRecordBytes(int bytes) {
        return with(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
    }

    NewTopic toNewTopic() {
        return new NewTopic(name, partitions, replication).configs(configs);
    }

    private TopicDeclaration with(String key, String value) {
        Map<String, String> more = new HashMap<>(configs);
        more.put(key, value);
        return new TopicDeclaration(name, partitions, replication, more);
    }
}
