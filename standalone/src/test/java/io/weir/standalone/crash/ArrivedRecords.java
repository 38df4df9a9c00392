package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineReader;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The numbered records of {@link WmsPublisher} that have arrived in {@code metrics.raw}. */
final class ArrivedRecords implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<Integer, Long> stamps = new HashMap<>();
    private final LineReader line = new LineReader();
    private int repeated;

    ArrivedRecords(String bootstrap) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Reads what has arrived since the last call. Fails if a record has arrived with two timestamps. */
    void read() {
        if (consumer.assignment().isEmpty()) {
            List<TopicPartition> partitions = consumer.partitionsFor(new Topics("").raw()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            return;
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
            if (!BatchHeaders.isEmpty(record.value())) {
                read(record.value());
            }
        }
    }

    private void read(byte[] lines) {
        line.wrap(lines, 0, lines.length);
        while (line.next()) {
            int number = (int) line.longValue(0);
            long stamp = line.timestamp();
            Long before = stamps.put(number, stamp);
            if (before != null) {
                repeated++;
                assertThat(stamp).as("the timestamp of %s", number).isEqualTo(before);
            }
        }
    }

    /** Their timestamps by number. */
    Map<Integer, Long> stamps() {
        return stamps;
    }

    /** How many records have arrived again. */
    int repeated() {
        return repeated;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
