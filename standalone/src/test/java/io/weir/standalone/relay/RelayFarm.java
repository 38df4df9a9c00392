package io.weir.standalone.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.relay.RelayConfig;
import io.weir.relay.RelayService;
import io.weir.standalone.Eventually;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.TestInfo;

/** Weir's Kafka for all tests of a class, with separate topics for each test, and a relay. */
final class RelayFarm implements AutoCloseable {
    static final int PARTITIONS = 3;

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private KafkaSettings kafka = KafkaSettings.defaults();
    private ExpectedMessages expected = new ExpectedMessages();

    RelayFarm(Path directory) {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    /** Creates the topics of a test. */
    void begin(TestInfo test) {
        begin(test.getTestMethod().orElseThrow().getName());
    }

    /** Creates topics with a prefix of their own. */
    void begin(String prefix) {
        Topics names = new Topics(prefix + ".");
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), names, PARTITIONS, (short) 1);
        expected = new ExpectedMessages();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    /** Creates a topic with one partition. */
    void create(String topic) throws Exception {
        create(broker.bootstrap(), topic);
    }

    /** Creates a topic with one partition in another Kafka. */
    static void create(String bootstrap, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    KafkaSettings kafka() {
        return kafka;
    }

    TestTopics topics() {
        return topics;
    }

    /** The messages that a sink of {@code metrics.storage} must receive. */
    ExpectedMessages expected() {
        return expected;
    }

    /** Appends lines to {@code metrics.storage} as one record. Returns immediately. */
    void write(int partition, List<String> lines) {
        expected.add(kafka.topics().storage(), partition, lines);
        topics.sendSoon(new ProducerRecord<>(
                kafka.topics().storage(),
                partition,
                null,
                String.join("\n", lines).getBytes(UTF_8)));
    }

    /** Appends a record without lines. */
    void tick(int partition) {
        expected.skip(partition);
        topics.sendSoon(new ProducerRecord<>(kafka.topics().storage(), partition, null, new byte[0]));
    }

    /** Starts a relay and returns when it has joined its groups. */
    RelayService start(String sinks, MeterRegistry meters) {
        RelayService relay = started(sinks, meters);
        Eventually.eventually("the relay is ready", () -> relay.health().ready());
        return relay;
    }

    /** Starts a relay. */
    RelayService started(String sinks, MeterRegistry meters) {
        RelayConfig config =
                YamlSource.text("relay.yaml", "sinks: {" + sinks + "}").read(RelayConfig::read);
        RelayService relay = new RelayService(config, kafka, meters);
        relay.start();
        return relay;
    }

    /** The environment of a relay in its own process. */
    Map<String, String> environment() {
        return Map.of(
                "WEIR_KAFKA_BOOTSTRAP",
                broker.bootstrap(),
                "WEIR_KAFKA_PREFIX",
                kafka.topics().prefix(),
                "WEIR_KAFKA_PARTITIONS",
                Integer.toString(PARTITIONS),
                "WEIR_METERS_PORT",
                "0");
    }

    /** The messages in a topic of a Kafka, by the id in their headers. */
    static List<Received> received(TestTopics in, String topic, int count) {
        List<Received> received = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : in.read(topic, count, Duration.ofSeconds(60))) {
            received.add(new Received(
                    new String(record.headers().lastHeader("id").value(), UTF_8),
                    topic,
                    record.value() == null ? "" : new String(record.value(), UTF_8)));
        }
        return received;
    }

    @Override
    public void close() {
        topics.close();
        broker.close();
    }
}
