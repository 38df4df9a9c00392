package io.weir.contract.streams;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.state.InputLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Asks Kafka, with a new consumer for each question. Questions arise only at a start and after
 * Kafka has lost offsets.
 */
final class KafkaInputLog implements InputLog {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final KafkaSettings kafka;

    KafkaInputLog(KafkaSettings kafka) {
        this.kafka = kafka;
    }

    /** @throws TimeoutException if Kafka does not answer; Kafka Streams then retries the record */
    @Override
    public Optional<Found> at(String topic, int partition, long offset) {
        TopicPartition place = new TopicPartition(topic, partition);
        return ask(consumer -> {
            long first = consumer.beginningOffsets(List.of(place)).getOrDefault(place, 0L);
            long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
            if (offset < first || offset >= end) {
                return Optional.empty();
            }
            consumer.assign(List.of(place));
            consumer.seek(place, offset);
            List<ConsumerRecord<byte[], byte[]>> found = consumer.poll(PATIENCE).records(place);
            if (found.isEmpty()) {
                throw new TimeoutException("no record of " + place + " was read at offset " + offset);
            }
            return found.stream()
                    .findFirst()
                    .filter(record -> record.offset() == offset)
                    .map(record -> new Found(record.timestamp(), record.value()));
        });
    }

    @Override
    public long first(String topic, int partition) {
        TopicPartition place = new TopicPartition(topic, partition);
        return ask(consumer -> consumer.beginningOffsets(List.of(place)).getOrDefault(place, 0L));
    }

    private <T> T ask(Function<Consumer<byte[], byte[]>, T> question) {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return question.apply(consumer);
        }
    }
}
