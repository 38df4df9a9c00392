package io.weir.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.doctor.Finding.Verdict;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that end late or never, in a real Kafka. */
class OpenTransactionsTest {
    private static final Duration PATIENCE = Duration.ofMillis(800);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Topics topics = new Topics("");
    private final EmbeddedBroker broker;
    private final KafkaSettings kafka;
    private final Admin admin;
    private final Producer<byte[], byte[]> producer;

    OpenTransactionsTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), topics, 2, (short) 1);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", "weir-alarming-test-1"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @BeforeEach
    void begin() {
        TopicCreator.ensure(admin, kafka.declarations());
        producer.initTransactions();
        producer.beginTransaction();
    }

    @AfterEach
    void close() {
        producer.close(Duration.ZERO);
        admin.close();
        broker.close();
    }

    @Test
    void whatStaysOpenIsNamedWithTheCommandThatEndsIt() throws Exception {
        producer.send(new ProducerRecord<>(topics.events(), new byte[] {1})).get();

        List<OpenTransaction> open = read(PATIENCE);

        TopicPartition events = new TopicPartition(topics.events(), 0);
        assertThat(open).containsExactly(new OpenTransaction(events, 0));
        KafkaFacts facts = new KafkaFacts(1, Map.of(), open, List.of());
        assertThat(KafkaCheck.of(kafka, facts, Optional.empty())).anySatisfy(each -> {
            assertThat(each.verdict()).isEqualTo(Verdict.ERROR);
            assertThat(each.remedy()).endsWith(" abort --topic " + topics.events() + " --partition 0 --start-offset 0");
        });
        abort(events);
        assertThat(read(LONG)).isEmpty();
    }

    @Test
    void offsetsOfAlarmingThatWaitForTheEndAreSeen() {
        try (Consumer<byte[], byte[]> alarming = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "group.id", "weir-alarming"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(topics.alarming(), 0), new OffsetAndMetadata(7)),
                    alarming.groupMetadata());
        }

        assertThat(read(PATIENCE))
                .singleElement()
                .satisfies(open -> assertThat(open.partition().topic()).isEqualTo("__consumer_offsets"));

        producer.commitTransaction();
        assertThat(read(LONG)).isEmpty();
    }

    @Test
    void oneThatIsEndedInTimeIsNone() throws Exception {
        producer.send(new ProducerRecord<>(topics.events(), new byte[] {1})).get();
        Thread ending = new Thread(producer::commitTransaction);
        ending.start();

        assertThat(read(LONG)).isEmpty();
        ending.join();
    }

    private List<OpenTransaction> read(Duration patience) {
        return OpenTransactions.read(admin, topics.prefix(), kafka.declarations(), patience);
    }

    /** Works like Kafka's own command, with a partition and the start of its transaction. */
    private void abort(TopicPartition partition) throws Exception {
        ProducerState writing = admin.describeProducers(List.of(partition))
                .partitionResult(partition)
                .get()
                .activeProducers()
                .get(0);
        admin.abortTransaction(new AbortTransactionSpec(
                        partition,
                        writing.producerId(),
                        (short) writing.producerEpoch(),
                        writing.coordinatorEpoch().orElse(0)))
                .all()
                .get();
    }
}
