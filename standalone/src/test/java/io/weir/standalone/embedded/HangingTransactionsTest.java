package io.weir.standalone.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.TestTopics;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HangingTransactionsTest {

    private static final String TOPIC = "alarms.events";

    private final Path directory;
    private final int port = FreePorts.next();

    HangingTransactionsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void abortsATransactionThatTheCoordinatorLost() throws Exception {
        try (EmbeddedBroker broker = start()) {
            createTopic(broker);
            KafkaProducer<byte[], byte[]> producer = begin();
            // Without an end of its transaction, as in a process that dies.
            producer.close(Duration.ZERO);
        }
        loseTransactionState();

        try (EmbeddedBroker broker = start();
                TestTopics topics = new TestTopics(broker)) {
            topics.send(new ProducerRecord<>(TOPIC, "after".getBytes(UTF_8)));

            assertThat(topics.read(TOPIC, 1))
                    .extracting(HangingTransactionsTest::text)
                    .containsExactly("after");
        }
    }

    @Test
    void leavesATransactionThatTheCoordinatorKnows() throws Exception {
        KafkaProducer<byte[], byte[]> producer;
        try (EmbeddedBroker broker = start()) {
            createTopic(broker);
            producer = begin();
        }

        try (EmbeddedBroker broker = start();
                TestTopics topics = new TestTopics(broker)) {
            producer.commitTransaction();

            assertThat(topics.read(TOPIC, 1))
                    .extracting(HangingTransactionsTest::text)
                    .containsExactly("open");
        } finally {
            producer.close(Duration.ZERO);
        }
    }

    private EmbeddedBroker start() {
        return EmbeddedBroker.start(directory, port, FreePorts.next());
    }

    /** A producer with an open transaction of one record. */
    private KafkaProducer<byte[], byte[]> begin() throws Exception {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", EmbeddedBroker.HOST + ":" + port, "transactional.id", "test"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "open".getBytes(UTF_8))).get();
        return producer;
    }

    private static void createTopic(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.of((short) 1))))
                    .all()
                    .get();
        }
    }

    /** As if the system had never written it. */
    private void loseTransactionState() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> lost = files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains("/__transaction_state-"))
                    .filter(file -> !file.endsWith("partition.metadata"))
                    .toList();
            assertThat(lost).isNotEmpty();
            for (Path file : lost) {
                Files.delete(file);
            }
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), UTF_8);
    }
}
