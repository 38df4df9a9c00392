package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.standalone.SourceTopic.Format;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines of a topic that other programs write, through a gateway, on a real broker. */
@Tag("long")
@Tag("waits")
class KafkaTopicsTest {
    private static final Topics TOPICS = new Topics("");
    private static final String INPUT = "kafka-topics";
    private static final int PARTITIONS = 4;
    /** More than a busy machine pauses, and less than a Kafka's client waits for an answer: half a minute. */
    private static final long STANDSTILL_MILLIS = 20_000;

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final SourceTopic farm;

    KafkaTopicsTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        farm = new SourceTopic(topics, "farm", 2);
    }

    @BeforeEach
    void createTopic() {
        farm.create(broker.bootstrap());
    }

    @AfterEach
    void stopKafka() {
        topics.close();
        broker.close();
    }

    @Test
    void takesOneLineOrManyInOrderToThePartitionsOfTheirSeries() {
        farm.send(1_000, 1);
        farm.send(200, 50);
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(farm.sent(), gateway);
        }
        Map<String, List<Integer>> arrived = farm.arrived();
        assertThat(arrived).hasSize(SourceTopic.HOSTS);
        assertThat(arrived).allSatisfy((place, numbers) -> {
            String[] parts = place.split(" ", 2);
            byte[] series = parts[1].getBytes(UTF_8);
            assertThat(SeriesHash.partition(SeriesHash.of(series, 0, series.length), PARTITIONS))
                    .isEqualTo(Integer.parseInt(parts[0]));
            assertThat(numbers).isSorted().doesNotHaveDuplicates();
        });
        assertThat(arrived.values().stream().mapToInt(List::size).sum()).isEqualTo(farm.sent());
    }

    @Test
    void refusesALineWithItsPlaceAndTakesItsNeighbours() {
        topics.send("farm", "farm,host=a value=1i\nfarm,host=b value=\nfarm,host=c value=2i".getBytes(UTF_8));
        topics.send("farm", new byte[0]);
        topics.send("farm", new byte[] {(byte) 0xff, 0, 1});
        farm.send(1, 1);
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(3, gateway);
            InputCounts counts = gateway.counts(INPUT);
            assertThat(counts.rejected.total()).isEqualTo(2);
            assertThat(counts.lines.sum()).isEqualTo(5);
        }
        List<ConsumerRecord<byte[], byte[]>> rejected = topics.read(TOPICS.rejected(), 2);
        assertThat(rejected)
                .extracting(record -> Rejection.read(record.headers()).source())
                .containsExactlyInAnyOrder("farm/0@0", "farm/0@2");
    }

    @Test
    void goesOnWhereItEnded() {
        farm.send(100, 10);
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(1_000, gateway);
        }
        farm.send(10, 10);
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(100, gateway);
            assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(100);
        }
    }

    /**
     * Resets the input's offsets, as if the gateway had been killed before it committed them. The lines
     * of the records are several chunks long.
     */
    @ParameterizedTest
    @EnumSource
    void whatIsReadAgainIsKnownByItsOffsets(Format format) throws Exception {
        SourceTopic source = new SourceTopic(topics, "again", 2, format);
        source.create(broker.bootstrap());
        source.send(300, 7);
        source.send(4, 700);
        int first = source.sent();
        try (GatewayService gateway = started("one", "[again]" + format.settings())) {
            eventually(
                    "all is acknowledged",
                    () -> gateway.counts(INPUT).acknowledged.sum() == first);
        }
        commit(
                "weir-gateway-" + INPUT,
                Map.of(new TopicPartition("again", 0), 20L, new TopicPartition("again", 1), 10L));
        source.send(50, 7);
        try (GatewayService gateway = started("two", "[again]" + format.settings())) {
            eventually("all is read", () -> gateway.counts(INPUT).lines.sum() > 350);
            eventually(
                    "all is acknowledged",
                    () -> gateway.counts(INPUT).acknowledged.sum()
                            == gateway.counts(INPUT).lines.sum());
        }
        assertThat(source.arrived().values().stream().mapToInt(List::size).sum())
                .as("lines were read again")
                .isGreaterThan(source.sent());
        assertThat(SourceTopic.fresh(topics)).hasSize(source.sent()).doesNotHaveDuplicates();
    }

    /** Kafka deletes records that the group has not read. */
    @Test
    void reportsRecordsThatWereDeletedUnread() throws Exception {
        farm.send(20, 1);
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(20, gateway);
        }
        farm.send(20, 1);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.deleteRecords(Map.of(new TopicPartition("farm", 0), RecordsToDelete.beforeOffset(15)))
                    .all()
                    .get();
        }
        try (GatewayService gateway = started("one")) {
            awaitAcknowledged(15, gateway);
            assertThat(topics.read(TOPICS.rejected(), 1))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("5 records of farm/0/10-14 were deleted before gateway read them");
        }
    }

    private void commit(String group, Map<TopicPartition, Long> offsets) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            Map<TopicPartition, OffsetAndMetadata> before = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            offsets.forEach((partition, offset) -> committed.put(
                    partition,
                    new OffsetAndMetadata(
                            offset, requireNonNull(before.get(partition)).metadata())));
            admin.alterConsumerGroupOffsets(group, committed).all().get();
        }
    }

    @Test
    void waitsForATopicThatComesLate() {
        SourceTopic late = new SourceTopic(topics, "late", 1);
        try (GatewayService gateway = started("one", "[farm, late]")) {
            farm.send(10, 1);
            awaitAcknowledged(10, gateway);
            late.create(broker.bootstrap());
            late.send(10, 1);
            awaitAcknowledged(20, gateway);
        }
    }

    @Test
    @Tag("long")
    void aSecondGatewaySharesTheWork() {
        try (GatewayService one = started("one");
                GatewayService two = started("two")) {
            eventually("both read", () -> {
                farm.send(SourceTopic.HOSTS, 1);
                return Stream.of(one, two)
                        .allMatch(gateway -> gateway.counts(INPUT).lines.sum() > 0);
            });
            eventually("everything is acknowledged", () -> acknowledged(one) + acknowledged(two) >= farm.sent());
        }
        assertThat(farm.arrived().values().stream()
                        .flatMap(List::stream)
                        .distinct()
                        .count())
                .isEqualTo(farm.sent());
    }

    /** Otherwise it would read its own output in an endless loop. */
    @Test
    void readsNothingThatItWritesThoughItsKafkaIsGivenAnotherAddress() {
        String alias = broker.bootstrap().replace("127.0.0.1", "localhost");
        assertThat(alias).isNotEqualTo(broker.bootstrap());
        try (GatewayService gateway = started("one", "[farm, metrics.raw], bootstrap: '" + alias + "'")) {
            farm.send(10, 1);
            awaitAcknowledged(10, gateway);
            farm.send(10, 1);
            awaitAcknowledged(20, gateway);
            assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(20);
        }
    }

    /** The next check of topic ids, which happens within 30 s, gets no answer. */
    @Test
    @Tag("long")
    void anOutageOfAnotherKafkaDoesNotStopTheTicks(@TempDir Path directory) {
        EmbeddedBroker other = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        try (TestTopics theirs = new TestTopics(other);
                GatewayService gateway = started("one", "[farm], bootstrap: '" + other.bootstrap() + "'")) {
            SourceTopic lines = new SourceTopic(theirs, "farm", 2);
            lines.create(other.bootstrap());
            lines.send(10, 1);
            awaitAcknowledged(10, gateway);
            eventually("the gateway ticks", () -> lastTickMillis() > 0);
            other.close();
            long untilMillis = System.currentTimeMillis() + 40_000;
            eventually("the gateway ticks on", () -> {
                long nowMillis = System.currentTimeMillis();
                long tickedMillis = lastTickMillis();
                assertThat(nowMillis - tickedMillis).as("since the last tick").isLessThan(STANDSTILL_MILLIS);
                return tickedMillis > untilMillis;
            });
        } finally {
            other.close();
        }
    }

    private long lastTickMillis() {
        return topics.readNow(TOPICS.raw()).stream()
                .filter(record -> record.partition() == 0 && BatchHeaders.isEmpty(record.value()))
                .mapToLong(ConsumerRecord::timestamp)
                .max()
                .orElse(0);
    }

    private static void awaitAcknowledged(int lines, GatewayService gateway) {
        eventually(lines + " lines are acknowledged", () -> acknowledged(gateway) >= lines);
        assertThat(acknowledged(gateway)).isEqualTo(lines);
    }

    private static long acknowledged(GatewayService gateway) {
        return gateway.counts(INPUT).acknowledged.sum();
    }

    private GatewayService started(String id) {
        return started(id, "[farm]");
    }

    /** @param topics in brackets, perhaps followed by further settings */
    private GatewayService started(String id, String topics) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: " + id
                                + ", spool: {bytes: 0}, udp: {enabled: false}, " + INPUT
                                + ": {enabled: true, topics: " + topics + "}}")
                .read(GatewayConfig::read);
        KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, PARTITIONS, (short) 1);
        GatewayService gateway = new GatewayService(config, kafka, new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }
}
