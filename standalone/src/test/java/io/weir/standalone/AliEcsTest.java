package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.alarm.StateLog;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.aliecs.EcsMessages;
import io.weir.gateway.testing.Logged;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Events of AliECS become lines and the state of the farm, on a real broker. */
@Tag("waits")
class AliEcsTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 2;
    private static final long NOW_NANOS = System.currentTimeMillis() * 1_000_000;
    private static final List<String> BARREL = List.of("TPC", "ITS");
    private static final String WRITER = "weir-gateway-aliecs-state";

    @RegisterExtension
    final Logged logged = new Logged("io.weir.gateway.aliecs.FarmStateWriter");

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private long nanos = NOW_NANOS;

    AliEcsTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    @BeforeEach
    void createTopics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.createTopics(List.of(
                            new NewTopic("aliecs.run", 2, (short) 1), new NewTopic("aliecs.environment", 2, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterEach
    void stopKafka() {
        topics.close();
        broker.close();
    }

    @Test
    void eventsBecomeLinesAndWrongOnesAreRefusedWithTheirPlace() {
        start("a", 1, "PHYSICS");
        topics.send("aliecs.run", new byte[] {(byte) 0xff});
        try (GatewayService gateway = started("one", "")) {
            eventually(
                    "the lines are acknowledged",
                    () -> gateway.counts("aliecs").acknowledged.sum() == 2);
        }
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "aliecs_run,environment=a,status=STARTED,transition=START_ACTIVITY run=1i,state=\"CONFIGURED\" "
                                + nanos,
                        "aliecs_environment,environment=a,run_type=PHYSICS,status=DONE_OK,step=after_CREATE,"
                                + "transition=CREATE run=0i,state=\"STANDBY\",detectors=\"[\\\"ITS\\\",\\\"TPC\\\"]\" "
                                + (nanos - 1));
        assertThat(topics.read(TOPICS.rejected(), 1)).singleElement().satisfies(record -> {
            assertThat(Rejection.read(record.headers()).reason()).isEqualTo("aliecs-broken");
            assertThat(Rejection.read(record.headers()).source()).startsWith("aliecs.run/0@");
        });
        assertThat(topics.readNow(TOPICS.farmState())).isEmpty();
    }

    @Test
    @Tag("long")
    @SuppressWarnings("try") // The first gateway ends before the second one.
    void theStateIsWrittenInOrderByOneOfTwoGatewaysThroughRestarts() {
        start("a", 1, "PHYSICS");
        try (GatewayService one = started("one", ", state: {}")) {
            awaitState(Map.of("run", "1", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            eventually("the log has the run", () -> marked("run").equals("1"));
            start("b", 2, "COSMICS");
            start("c", 3, "PHYSICS");
            awaitState(Map.of("run", "3", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            try (GatewayService two = started("two", ", state: {}")) {
                one.close();
                end("c", 3);
                awaitState(Map.of());
                assertThat(two.counts("aliecs").rejected.total()).isZero();
            }
        }
        start("a", 4, "PHYSICS");
        end("a", 4);
        start("b", 5, "PHYSICS");
        try (GatewayService three = started("three", ", state: {}")) {
            awaitState(Map.of("run", "5", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            assertThat(three.counts("aliecs").warnings.total()).isZero();
        }
        assertThat(written("run")).containsExactly("1", "3", null, "5");
    }

    /** A gateway that was suspended wakes up and writes what was true before. */
    @Test
    @Tag("long")
    void aWriterThatWasReplacedCannotWriteAnyMore() throws Exception {
        start("a", 1, "PHYSICS");
        try (GatewayService gateway = started("one", ", state: {}");
                KafkaProducer<byte[], byte[]> stale = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", WRITER),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            awaitState(Map.of("run", "1", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            stale.initTransactions();
            start("a", 2, "PHYSICS");
            awaitState(Map.of("run", "2", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            assertThatThrownBy(() -> {
                        stale.beginTransaction();
                        stale.send(new ProducerRecord<>(
                                        TOPICS.farmState(), 0, "run".getBytes(UTF_8), "0".getBytes(UTF_8)))
                                .get();
                    })
                    .satisfiesAnyOf(
                            e -> assertThat(e).hasRootCauseInstanceOf(InvalidProducerEpochException.class),
                            e -> assertThat(e).hasRootCauseInstanceOf(ProducerFencedException.class));
            assertThat(gateway.health().live()).isTrue();
        }
        assertThat(written("run")).containsExactly("1", "2");
    }

    /** Kafka waits for more bytes than there are, so the gateway has not received the events when they are deleted. */
    @Test
    @Tag("long")
    void eventsDeletedUnreadAreReportedAndTheTopicsReadAgain() {
        start("a", 1, "PHYSICS");
        try (GatewayService gateway =
                started("one", ", state: {}, properties: {fetch.min.bytes: 1000000, fetch.max.wait.ms: 5000}")) {
            awaitState(Map.of("run", "1", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            eventually("the state is read again", () -> {
                start("b", 2, "COSMICS");
                deleteAllEvents();
                return logged.messages().stream().anyMatch(line -> line.contains("events were deleted before"));
            });
            // A run that began before the state was set would not replace it.
            nanos = System.currentTimeMillis() * 1_000_000;
            start("c", 3, "PHYSICS");
            awaitState(Map.of("run", "3", "run_type", "PHYSICS", "state", "CONFIGURED", "detectors", "ITS-TPC"));
            assertThat(gateway.health().live()).isTrue();
        }
        assertThat(topics.read(TOPICS.rejected(), 1)).allSatisfy(record -> {
            assertThat(Rejection.read(record.headers()).reason()).isEqualTo("retention-overtook");
            assertThat(Rejection.read(record.headers()).source()).startsWith("aliecs.");
        });
    }

    private void deleteAllEvents() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.deleteRecords(Stream.of("aliecs.run", "aliecs.environment")
                            .flatMap(topic -> Stream.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)))
                            .collect(Collectors.toMap(partition -> partition, all -> RecordsToDelete.beforeOffset(-1))))
                    .all()
                    .get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void start(String environment, long run, String type) {
        nanos += 1_000_000_000;
        send("aliecs.environment", environment, EcsMessages.created(nanos - 1, environment, type, BARREL));
        send(
                "aliecs.run",
                environment,
                EcsMessages.run(nanos, environment, run, "CONFIGURED", "START_ACTIVITY", EcsMessages.STARTED));
    }

    private void end(String environment, long run) {
        nanos += 1_000_000_000;
        send(
                "aliecs.run",
                environment,
                EcsMessages.run(nanos, environment, run, "RUNNING", "STOP_ACTIVITY", EcsMessages.STARTED));
    }

    private void send(String topic, String environment, byte[] message) {
        topics.send(new ProducerRecord<>(topic, environment.getBytes(UTF_8), message));
    }

    private void awaitState(Map<String, String> values) {
        eventually("the state is " + values, () -> state().equals(values));
    }

    private SortedMap<String, String> state() {
        StateLog log = new StateLog();
        topics.read(TOPICS.farmState(), 0).forEach(record -> {
            var unused = log.take(record.offset(), record.key(), record.value());
        });
        return log.state().values();
    }

    /** All values of the name, in order; null where it was unset. */
    private List<@Nullable String> written(String name) {
        return topics.readNow(TOPICS.farmState()).stream()
                .filter(record -> name.equals(new String(record.key(), UTF_8)))
                .<@Nullable String>map(record -> record.value() == null ? null : new String(record.value(), UTF_8))
                .toList();
    }

    /** The value in the last state marker of partition 0. */
    private String marked(String name) {
        return topics.readNow(TOPICS.raw()).stream()
                .filter(record -> record.partition() == 0)
                .map(record -> BatchHeaders.state(record.headers()))
                .filter(Objects::nonNull)
                .reduce("", (before, state) -> FarmState.of(state).orElseThrow().value(name), (a, b) -> b);
    }

    private List<String> lines() {
        return topics.readNow(TOPICS.raw()).stream()
                .map(ConsumerRecord::value)
                .filter(Objects::nonNull)
                .filter(value -> !BatchHeaders.isEmpty(value))
                .flatMap(value -> new String(value, UTF_8).lines())
                .toList();
    }

    private GatewayService started(String id, String more) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: " + id + ", spool: {bytes: 0}, udp: {enabled: false},"
                                + " aliecs: {enabled: true, topics: [aliecs.run, aliecs.environment]" + more + "}}")
                .read(GatewayConfig::read);
        KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, PARTITIONS, (short) 1);
        GatewayService gateway = new GatewayService(config, kafka, new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }
}
