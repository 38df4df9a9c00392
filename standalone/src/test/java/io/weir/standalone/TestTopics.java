package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.standalone.embedded.EmbeddedBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes to and reads from the topics of a broker. */
public final class TestTopics implements AutoCloseable {
    /** For a busy machine, as in {@link Eventually}. */
    private static final Duration WITHIN = Duration.ofMinutes(2);

    private final String bootstrap;
    private final KafkaProducer<byte[], byte[]> producer;
    private volatile @Nullable Exception failure;

    public TestTopics(EmbeddedBroker broker) {
        this(broker.bootstrap());
    }

    public TestTopics(String bootstrap) {
        this.bootstrap = bootstrap;
        // With more requests in flight, a retried one was seen to stay out of sequence for good
        // (Kafka 4.3.1).
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "max.in.flight.requests.per.connection", 1),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Sends to partition 0 and returns when the record is acknowledged. */
    public void send(String topic, byte[] value) {
        send(new ProducerRecord<>(topic, 0, null, value));
    }

    /** Returns when the record is acknowledged. */
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

    /** Returns immediately; see {@link #flush}. */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback receives failures.
    public void sendSoon(ProducerRecord<byte[], byte[]> record) {
        producer.send(record, (sent, failure) -> {
            if (failure != null) {
                this.failure = failure;
            }
        });
    }

    /** Returns when all sent records are acknowledged. */
    public void flush() {
        producer.flush();
        if (failure != null) {
            throw new IllegalStateException("a record was not acknowledged", failure);
        }
    }

    /**
     * All records of the topic that are committed now, or {@code count} if these are fewer, from its
     * beginning.
     */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        return read(topic, count, WITHIN);
    }

    /** The same with another time limit. */
    public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count, Duration within) {
        return read(topic, count, within, "read_committed");
    }

    /** All records of the topic now, committed or not; empty if there is no such topic. */
    public List<ConsumerRecord<byte[], byte[]>> readNow(String topic) {
        return read(topic, 0, WITHIN, "read_uncommitted");
    }

    /** The number of records that were written to the topic so far. */
    public long end(String topic) {
        return end(topic, "read_uncommitted");
    }

    private long end(String topic, String isolation) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
            return consumer.endOffsets(partitions(consumer, topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /**
     * Returns when no transaction is open on the records that the topic has now. A commit returns a little earlier than
     * its records can be read.
     */
    public void awaitCommitted(String topic) {
        long end = end(topic, "read_uncommitted");
        Eventually.eventually(topic + " is committed up to " + end, () -> end(topic, "read_committed") >= end);
    }

    /** Returns when a committed record of the topic contains this text in its value. */
    public void await(String topic, String text) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            Eventually.eventually(text + " is in " + topic, () -> {
                if (consumer.assignment().isEmpty()) {
                    consumer.assign(partitions(consumer, topic));
                    return false;
                }
                boolean isThere = false;
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                    // An alarm that is forgotten leaves a record without a value in its topic.
                    isThere |= record.value() != null && new String(record.value(), UTF_8).contains(text);
                }
                return isThere;
            });
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest", "isolation.level", isolation),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String topic, int count, Duration within, String isolation) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            try {
                Eventually.eventually(count + " records are in " + topic, within, () -> {
                    if (!partitions.isEmpty()) {
                        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                    }
                    return records.size() >= count
                            && ends.entrySet().stream()
                                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
                });
            } catch (AssertionError e) {
                Map<TopicPartition, Long> read = new TreeMap<>(Comparator.comparing(TopicPartition::toString));
                partitions.forEach(partition -> read.put(partition, consumer.position(partition)));
                throw new AssertionError(
                        e.getMessage() + ": " + records.size() + " were read, up to " + read + "; the ends were "
                                + ends + ", now are " + consumer.endOffsets(partitions) + ", uncommitted "
                                + uncommittedEnds(partitions),
                        e);
            }
        }
        return records;
    }

    private Map<TopicPartition, Long> uncommittedEnds(List<TopicPartition> partitions) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(partitions);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
