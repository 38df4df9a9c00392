package io.weir.contract.streams;

import static org.apache.kafka.streams.StreamsConfig.consumerPrefix;
import static org.apache.kafka.streams.StreamsConfig.topicPrefix;

import io.weir.contract.service.Heartbeats;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicDeclaration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;

/** The common settings of every topology. */
final class StreamsSettings {

    private StreamsSettings() {}

    /** New and mutable; without application id and state directory. */
    static Properties of(KafkaSettings kafka, BadRecords badRecords) {
        Properties settings = new Properties();
        Heartbeats.settings().forEach((key, value) -> settings.put(consumerPrefix(key), value));
        settings.put(consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) kafka.replication());
        settings.put(
                topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG),
                TopicDeclaration.leastInSync(kafka.replication()));
        settings.put(topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), TopicDeclaration.maxRecordBytes());
        // Changelogs take the stamps of their input. A broker whose clock was ahead for a while must not refuse them
        // later.
        settings.put(topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG), Long.toString(Long.MAX_VALUE));
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.putAll(kafka.clientProperties());
        settings.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, BadRecordHandler.class);
        settings.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, BadRecordHandler.class);
        settings.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, BadRecordHandler.class);
        settings.put(BadRecordHandler.SHARED, badRecords);
        return settings;
    }
}
