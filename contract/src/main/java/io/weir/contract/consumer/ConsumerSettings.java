package io.weir.contract.consumer;

import io.weir.contract.service.Heartbeats;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.Resumption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The settings of a Kafka consumer that reads bytes and creates no topics. It reads uncommitted
 * records too, unless {@link #committedOnly}. Immutable.
 */
public final class ConsumerSettings {
    private final Map<String, Object> properties;
    private final Optional<MissedRecords> missed;

    private ConsumerSettings(Map<String, Object> properties, Optional<MissedRecords> missed) {
        this.properties = properties;
        this.missed = missed;
    }

    /**
     * A consumer in no group. It continues with the oldest record if its next record was deleted or
     * the topic was recreated, silently unless {@link #reporting}.
     */
    public static ConsumerSettings follower(KafkaSettings kafka) {
        return new ConsumerSettings(kafka.clientProperties(), Optional.empty())
                .with(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false)
                .with(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    }

    /**
     * A member of a group. Its user commits offsets, and moves the consumer if its next record was
     * deleted, so that no gap is silent ({@link Resumption}).
     *
     * @param group the client id; the group's id is the installation's prefix and this name
     */
    public static ConsumerSettings member(KafkaSettings kafka, String group) {
        return follower(kafka)
                .with(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + group)
                .with(ConsumerConfig.CLIENT_ID_CONFIG, group)
                .with(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)
                .with(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none")
                .with(Heartbeats.settings());
    }

    /** Without the records of transactions that are aborted or unfinished. */
    public ConsumerSettings committedOnly() {
        return with(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    }

    /** With a report of each gap. For consumers in no group. */
    public ConsumerSettings reporting(MissedRecords to) {
        return new ConsumerSettings(properties, Optional.of(to));
    }

    /** With one more setting, by its Kafka name. */
    public ConsumerSettings with(String name, Object value) {
        return with(Map.of(name, value));
    }

    private ConsumerSettings with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(properties);
        all.putAll(more);
        return new ConsumerSettings(all, missed);
    }

    /** By their Kafka names. */
    Map<String, Object> properties() {
        return properties;
    }

    /** A new consumer, which the caller closes. Does not wait for Kafka. */
    public KafkaConsumer<byte[], byte[]> open() {
        return missed.map(to -> Resumption.consumer(properties, to))
                .orElseGet(() ->
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }
}
