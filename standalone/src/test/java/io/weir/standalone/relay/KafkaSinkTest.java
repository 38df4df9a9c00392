package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.topic.Rejection;
import io.weir.relay.RelayService;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** From Weir's topics to topics of a real Kafka. */
@Tag("waits")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("try") // A relay runs until the end of its block.
class KafkaSinkTest {
    private final Path directory;
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RelayFarm farm;
    private String out = "";

    KafkaSinkTest(@TempDir Path directory) {
        this.directory = directory;
        farm = new RelayFarm(directory);
    }

    @BeforeEach
    void createTopics(TestInfo test) {
        farm.begin(test);
        meters = new SimpleMeterRegistry();
        out = "out-" + test.getTestMethod().orElseThrow().getName();
    }

    @AfterAll
    void stopKafka() {
        farm.close();
    }

    @Test
    void receivesEveryLineInTheOrderOfItsPartition() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        farm.create(out);
        writeAtRandom(random, 200);

        try (RelayService relay = farm.start(sink("read: [storage], begin: oldest", out), meters)) {
            writeAtRandom(random, 200);
            List<Received> received =
                    eventuallyReceived(farm.topics(), farm.expected().count());

            farm.expected().check(received, "-Dweir.test.seed=" + seed);
            assertThat(received).hasSize(farm.expected().count());
            eventually("nothing waits", () -> gauge("weir.relay.lag") == 0);
            assertThat(counter("weir.relay.sent")).isEqualTo(farm.expected().count());
        }
    }

    @Test
    @Tag("long")
    void aSecondStartContinuesAfterTheFirst() throws Exception {
        farm.create(out);
        farm.write(0, List.of("cpu v=0 1"));
        farm.topics().flush();
        try (RelayService first = farm.start(sink("read: [storage]", out), meters)) {
            farm.write(0, List.of("cpu v=1 1"));
            eventuallyReceived(farm.topics(), 1);
        }
        farm.write(0, List.of("cpu v=2 1"));
        farm.topics().flush();
        try (RelayService second = farm.start(sink("read: [storage]", out), meters)) {
            assertThat(eventuallyReceived(farm.topics(), 2))
                    .extracting(Received::body)
                    .as("without the line that is older than the sink")
                    .containsExactly("cpu v=1 1", "cpu v=2 1");
        }
    }

    @Test
    @Tag("long")
    void routesByMeasurementAndTagAndRejectsInvalidTopicsAlone() throws Exception {
        farm.create(out + "-cpu-a");
        farm.create(out + "-mem--");
        farm.write(
                1,
                List.of(
                        "cpu,host=a v=1 1",
                        "cpu,host=b\\ c v=2 1",
                        "mem v=3 1",
                        "other,host=a v=4 1",
                        "cpu,host=a v=5 1"));
        farm.topics().send(new ProducerRecord<>(farm.kafka().topics().storage(), 1, null, "cpu v=".getBytes(UTF_8)));

        try (RelayService relay = farm.start(
                sink("read: [storage], begin: oldest, measurements: [cpu, m*]", out + "-{measurement}-{host}"),
                meters)) {
            assertThat(eventuallyIn(out + "-mem--", 1))
                    .extracting(record -> text(record.value()))
                    .containsExactly("mem v=3 1");
            List<ConsumerRecord<byte[], byte[]>> cpu = eventuallyIn(out + "-cpu-a", 2);
            assertThat(cpu)
                    .extracting(record -> text(record.value()))
                    .containsExactly("cpu,host=a v=1 1", "cpu,host=a v=5 1");
            assertThat(cpu).extracting(record -> text(record.key())).containsOnly("cpu,host=a");
            List<ConsumerRecord<byte[], byte[]>> rejected = rejected(2);
            String storage = farm.kafka().topics().storage();
            assertThat(rejected)
                    .extracting(record -> Rejection.read(record.headers()))
                    .containsExactlyInAnyOrder(
                            new Rejection("relay", "invalid-topic", storage + "/1/0/1", -1),
                            new Rejection("relay", "missing-field-value", storage + "/1/1/0", -1));
            assertThat(rejected)
                    .extracting(record -> text(record.value()))
                    .containsExactlyInAnyOrder("cpu,host=b\\ c v=2 1", "cpu v=");
            assertThat(meters.get("weir.relay.rejected")
                            .tag("reason", "invalid-topic")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    @Tag("long")
    void neverWritesToATopicThatWeirReads() {
        farm.write(0, List.of("cpu v=1 1"));
        farm.topics().flush();
        String storage = farm.kafka().topics().storage();

        String sink = sink("begin: oldest", storage).replace("bootstrap: \"", "bootstrap: \"127.0.0.1:1,");
        try (RelayService relay = farm.start(sink, meters)) {
            assertThat(rejected(1))
                    .extracting(record -> Rejection.read(record.headers()).reason())
                    .containsExactly("own-topic");
            assertThat(farm.topics().read(storage, 0)).hasSize(1);
        }
    }

    @Test
    @Tag("long")
    void refusesAMessageOnceHoweverOftenItsNeighboursAreRepeated() throws Exception {
        farm.create(out + "-a");
        farm.write(
                0,
                List.of(
                        "cpu,host=b\\ c v=1 1",
                        "cpu,host=a v=\"" + "x".repeat(3_000) + "\" 1",
                        "cpu,host=a v=2 1",
                        "cpu,host=later v=3 1"));
        farm.topics().flush();
        String sink = sink("begin: oldest", out + "-{host}")
                .replace("{bootstrap", "{properties: {max.request.size: 2000}, bootstrap");
        try (RelayService relay = farm.started(sink, meters)) {
            eventually(
                    "the missing topic is tried again", Duration.ofSeconds(60), () -> counter("weir.relay.failed") > 1);
            farm.create(out + "-later");
            assertThat(eventuallyIn(out + "-later", 1)).hasSize(1);
            assertThat(rejected(2))
                    .extracting(record -> Rejection.read(record.headers()).reason())
                    .containsExactlyInAnyOrder("invalid-topic", "too-large");
        }
    }

    @Test
    @Tag("long")
    void aPartitionThatLostItsOffsetBeginsAtItsOldestRecord() throws Exception {
        farm.create(out);
        try (RelayService first = farm.start(sink("", out), meters)) {
            farm.write(0, List.of("cpu v=1 1"));
            eventuallyReceived(farm.topics(), 1);
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", farm.kafka().bootstrap()))) {
            admin.deleteConsumerGroupOffsets(
                            farm.kafka().topics().prefix() + "weir-relay-there",
                            Set.of(new TopicPartition(farm.kafka().topics().storage(), 1)))
                    .all()
                    .get();
        }
        farm.write(0, List.of("cpu v=2 1"));
        farm.write(1, List.of("cpu v=3 1"));
        farm.topics().flush();
        try (RelayService second = farm.start(sink("", out), meters)) {
            farm.expected().check(eventuallyReceived(farm.topics(), 3), "");
        }
    }

    @Test
    @Tag("long")
    void receivesAlarmsUnmodified() throws Exception {
        farm.create(out + "-MAJOR-a");
        String state = farm.kafka().topics().state();
        farm.create(out + "-" + state);
        String major = alarm("cpu-high/a", "MAJOR");
        send(farm.kafka().topics().events(), "cpu-high/a", major);
        send(farm.kafka().topics().events(), "cpu-high/a", "no JSON");
        String minor = alarm("cpu-high/a", "MINOR");
        send(state, "cpu-high/a", minor);
        send(state, "cpu-high/a", null);
        String events = sink("read: [events], begin: oldest", out + "-{severity}-{host}");
        String states =
                sink("read: [state], begin: oldest", out + "-{measurement}").replace("there:", "states:");

        try (RelayService relay = farm.start(events + ", " + states, meters)) {
            ConsumerRecord<byte[], byte[]> event =
                    eventuallyIn(out + "-MAJOR-a", 1).get(0);
            assertThat(text(event.value())).isEqualTo(major);
            assertThat(text(event.key())).isEqualTo("cpu-high/a");
            assertThat(text(event.headers().lastHeader("id").value()))
                    .isEqualTo(farm.kafka().topics().events() + "/0/0");
            List<ConsumerRecord<byte[], byte[]>> current = eventuallyIn(out + "-" + state, 2);
            assertThat(text(current.get(0).value())).isEqualTo(minor);
            ConsumerRecord<byte[], byte[]> forgotten = current.get(1);
            assertThat(forgotten.value()).isNull();
            assertThat(text(forgotten.key())).isEqualTo("cpu-high/a");
            assertThat(rejected(1))
                    .extracting(record -> Rejection.read(record.headers()).reason())
                    .containsExactly("unreadable-alarm");
        }
    }

    @Test
    @Tag("long")
    void waitsForAKafkaThatIsAway() throws Exception {
        Random random = new Random(7);
        Path place = directory.resolve("other");
        int port = FreePorts.next();
        int controller = FreePorts.next();
        EmbeddedBroker other = EmbeddedBroker.start(place, port, controller);
        RelayFarm.create(other.bootstrap(), out);
        String sink = "there: {begin: oldest, kafka: {bootstrap: \"" + other.bootstrap() + "\", topic: " + out + "}}";
        try (RelayService relay = farm.start(sink, meters)) {
            writeAtRandom(random, 50);
            eventually("it has some", () -> counter("weir.relay.sent") > 0);
            other.close();
            writeAtRandom(random, 50);
            eventually("it is not ready", Duration.ofSeconds(60), () -> !relay.health()
                    .ready());
            assertThat(relay.health().detail()).contains("sink there", other.bootstrap());
            assertThat(relay.health().live()).isTrue();
            double before = gauge("weir.relay.lag");
            writeAtRandom(random, 50);
            eventually("the lag grows", Duration.ofSeconds(60), () -> gauge("weir.relay.lag") >= before + 50);
            other = EmbeddedBroker.start(place, port, controller);
            try (TestTopics there = new TestTopics(other)) {
                List<Received> received =
                        eventuallyReceived(there, farm.expected().count());
                farm.expected().check(received, "");
            }
            eventually(
                    "it is ready", Duration.ofSeconds(60), () -> relay.health().ready());
        } finally {
            other.close();
        }
    }

    private void writeAtRandom(Random random, int records) {
        for (int i = 0; i < records; i++) {
            int partition = random.nextInt(RelayFarm.PARTITIONS);
            if (random.nextInt(10) == 0) {
                farm.tick(partition);
                continue;
            }
            List<String> lines = new ArrayList<>();
            int count = 1 + random.nextInt(30);
            for (int line = 0; line < count; line++) {
                lines.add("cpu,host=h" + partition + " v=" + random.nextInt() + "i " + i);
            }
            farm.write(partition, lines);
        }
        farm.topics().flush();
    }

    private List<Received> eventuallyReceived(TestTopics in, int count) {
        List<Received> received = new ArrayList<>();
        eventually(count + " messages", Duration.ofSeconds(90), () -> {
            received.clear();
            received.addAll(RelayFarm.received(in, out, 0));
            return received.stream().map(Received::id).distinct().count() >= count;
        });
        return received;
    }

    private List<ConsumerRecord<byte[], byte[]>> rejected(int count) {
        return eventuallyIn(farm.kafka().topics().rejected(), count);
    }

    private List<ConsumerRecord<byte[], byte[]>> eventuallyIn(String topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        eventually(count + " records in " + topic, () -> {
            records.clear();
            records.addAll(farm.topics().read(topic, 0));
            return records.size() >= count;
        });
        return records;
    }

    private void send(String topic, String key, String value) {
        farm.topics()
                .send(new ProducerRecord<>(
                        topic, 0, key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8)));
    }

    private static String alarm(String id, String severity) {
        return "{\"id\":\"" + id + "\",\"severity\":\"" + severity + "\",\"tags\":{\"host\":\"a\"}}";
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    private String sink(String settings, String topic) {
        return "there: {" + settings + (settings.isEmpty() ? "" : ", ") + "kafka: {bootstrap: \""
                + farm.kafka().bootstrap() + "\", topic: \"" + topic + "\"}}";
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    private double counter(String name) {
        return meters.get(name).counter().count();
    }
}
