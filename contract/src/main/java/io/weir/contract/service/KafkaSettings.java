package io.weir.contract.service;

import io.weir.contract.topic.TopicDeclaration;
import io.weir.contract.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * The Kafka that a service works with.
 *
 * @param bootstrap one or more HOST:PORT, joined by commas
 * @param properties further client settings by their Kafka names, such as those for TLS
 * @param partitions the partition count of {@code metrics.raw} and of every other line-batch topic
 * @param replication the replica count of every topic that is created
 */
public record KafkaSettings(
        String bootstrap, Map<String, String> properties, Topics topics, int partitions, short replication) {

    /** Refuses counts below one; keeps a copy of the properties. */
    public KafkaSettings {
        if (partitions < 1) {
            throw new IllegalArgumentException("kafka.partitions must be 1 or more, was " + partitions);
        }
        if (replication < 1) {
            throw new IllegalArgumentException("kafka.replication must be 1 or more, was " + replication);
        }
        properties = Map.copyOf(properties);
    }

    /** A broker on this machine with unprefixed topics of 8 partitions, one replica each. */
    public static KafkaSettings defaults() {
        return new KafkaSettings("127.0.0.1:9092", Map.of(), new Topics(""), 8, (short) 1);
    }

    /** The same topics at another broker. */
    public KafkaSettings withBootstrap(String other) {
        return new KafkaSettings(other, properties, topics, partitions, replication);
    }

    /** A new, mutable map of client properties: {@link #properties} and the address. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> client = new HashMap<>(properties);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        return client;
    }

    /** All topics as this installation declares them. */
    public List<TopicDeclaration> declarations() {
        return topics.declarations(partitions, replication);
    }
}
