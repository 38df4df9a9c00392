package io.weir.gateway.kafka;

import io.weir.contract.service.StartException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topics and Kafka of an input.
 *
 * @param input name of the input, for the log and the broker
 * @param client address and further settings of a Kafka client, by their Kafka names
 * @param group consumer group; each partition is read by one of its members
 * @param own topics that must not be read if this is the gateway's own Kafka
 */
public record TopicSource(String input, Map<String, Object> client, Set<String> topics, String group, OwnTopics own) {
    private static final int SESSION_MILLIS = 6_000;
    private static final int FETCH_BYTES = 8 << 20;
    /** The group is part of batch headers. */
    private static final int MOST_GROUP_CHARACTERS = 200;

    /** The address, for the log. */
    String bootstrap() {
        return String.valueOf(client.get(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG));
    }

    /**
     * Validates the settings as a consumer would, without connecting.
     *
     * @throws StartException if they are not valid for a consumer
     */
    void check() {
        if (group.length() > MOST_GROUP_CHARACTERS) {
            throw new StartException(
                    "input " + input + ": group may have at most " + MOST_GROUP_CHARACTERS + " characters");
        }
        try {
            new ConsumerConfig(consumerSettings());
        } catch (ConfigException e) {
            throw new StartException(
                    "input " + input + ": properties are not valid for a Kafka consumer: " + e.getMessage());
        }
    }

    /** Whether a group without an offset starts at the end, instead of the oldest record. */
    boolean beginsAtEnd() {
        return "latest".equals(client.get(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG));
    }

    /** The settings of a consumer in no group, which reads every record that is there. */
    public Map<String, Object> followerSettings() {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "weir-gateway-" + input + "-state");
        // The follower seeks the beginning and reports gaps.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /**
     * Keeps the operator's client settings, but overrides those on which the guarantees of the
     * input depend.
     */
    Map<String, Object> consumerSettings() {
        Map<String, Object> settings = new HashMap<>();
        // Maximum time to detect new partitions and topics that are created late.
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        // After a kill, the other members wait this long for the partitions of the killed one.
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_MILLIS / 4);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.putAll(client);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "weir-gateway-" + input);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // The input chooses positions and reports gaps.
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }
}
