package io.weir.benchmarks.alarming;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads committed records of {@code alarms.events} as they arrive, as a control system does. For
 * one thread.
 */
final class AlarmReader implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;

    /** Reads everything written from now on; the topic must exist. */
    public AlarmReader(String bootstrap) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(new Topics("").events(), 0);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
    }

    /** Passes on the events that arrived, possibly none. */
    void poll(Consumer<AlarmEvent> to) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> to.accept(AlarmJson.readEvent(record.value())));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
