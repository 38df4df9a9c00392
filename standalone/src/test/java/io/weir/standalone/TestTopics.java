package io.weir.standalone;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes to and reads from the topics of a broker, for tests. */
public final class TestTopics implements AutoCloseable {
    private final String bootstrap;
    private final KafkaProducer<byte[], byte[]> producer;

    public TestTopics(EmbeddedBroker broker) {
        this(broker.bootstrap());
    }

    public TestTopics(String bootstrap) {
        this.bootstrap = bootstrap;
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Sends to partition 0 and returns once it is acknowledged. */
    public void send(String topic, byte[] value) {
        send(new ProducerRecord<>(topic, 0, null, value));
    }

    /** Returns once it is acknowledged. */
    public void send(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything in the topic from its beginning, committed transactions only, once it is {@code count} or more. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "auto.offset.reset",
                        "earliest",
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList());
            Eventually.eventually(count + " records are in " + topic, () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= count;
            });
        }
        return records;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
