package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The topic of an input is deleted and created again at once. The leader epochs of the new topic begin at 0, and are
 * lower than those of the old one, because the broker was restarted before.
 */
@Tag("long")
@Tag("waits")
class RecreatedInputTopicTest {
    private static final String INPUT = "kafka-topics";
    private static final String GROUP = "weir-gateway-" + INPUT;
    private static final String TOPIC = "farm";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    /** Longer than the input waits for the answer to a commit. */
    private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(6);

    private static final int SENT = 40;
    private static final int SENT_AGAIN = 10;

    private final Path directory;
    private final int ownPort = FreePorts.next();
    private final int port = FreePorts.next();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    RecreatedInputTopicTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aRunningGatewayReadsTheNewTopic() throws Exception {
        createTopic();
        try (EmbeddedBroker own = own();
                TestTopics topics = new TestTopics(own);
                EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source);
                GatewayService gateway = started()) {
            send(theirs, "old", SENT);
            awaitFresh(topics, SENT);
            assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(SENT);
            recreate(source);
            send(theirs, "new", SENT_AGAIN);
            awaitFresh(topics, SENT + SENT_AGAIN);
            assertThat(reports(topics)).singleElement().asString().contains("the topic was recreated");
        }
        readsOn();
    }

    /** Weir's Kafka acknowledges them when the topic that they are from is gone. */
    @Test
    void linesOfTheOldTopicThatBecomeSafeLateDoNotStopTheInput() throws Exception {
        createTopic();
        GatewayService gateway;
        try (EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source)) {
            try (EmbeddedBroker own = own();
                    TestTopics topics = new TestTopics(own)) {
                gateway = started();
                send(theirs, "old", SENT);
                awaitFresh(topics, SENT);
            }
            send(theirs, "late", 1);
            GatewayService reading = gateway;
            eventually("all is read", () -> reading.counts(INPUT).lines.sum() == SENT + 1);
            recreate(source);
            eventually("the input has noticed it", () -> missed() == 1);
            try (EmbeddedBroker own = own();
                    TestTopics topics = new TestTopics(own)) {
                eventually("all is safe", () -> acknowledged(reading) == SENT + 1);
                eventually(
                        "the new topic has an offset", () -> committed(source).equals(Optional.of(0L)));
                send(theirs, "new", SENT_AGAIN);
                awaitFresh(topics, SENT + 1 + SENT_AGAIN);
            } finally {
                gateway.close();
            }
        }
        readsOn();
    }

    /** Kafka deletes the offsets of the topic. Without them, the input would begin at the end. */
    @Test
    void aTopicThatIsAwayForATimeIsReadFromItsStart() throws Exception {
        createTopic();
        try (EmbeddedBroker own = own();
                TestTopics topics = new TestTopics(own);
                EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source);
                Admin admin = admin(source);
                GatewayService gateway = started(", auto.offset.reset: latest")) {
            eventually("the input has begun", () -> committed(source).isPresent());
            send(theirs, "old", SENT);
            awaitFresh(topics, SENT);
            admin.deleteTopics(List.of(TOPIC)).all().get();
            long[] readNanos = {System.nanoTime()};
            eventually("the input has given up committing offsets of the old topic", () -> {
                readNanos[0] = isUnread(admin) ? readNanos[0] : System.nanoTime();
                return System.nanoTime() - readNanos[0] > COMMIT_NANOS;
            });
            assertThat(committed(source)).isEmpty();
            new SourceTopic(theirs, TOPIC, 1).create(source.bootstrap());
            send(theirs, "new", SENT_AGAIN);
            awaitFresh(topics, SENT + SENT_AGAIN);
            assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(SENT + SENT_AGAIN);
            assertThat(reports(topics)).singleElement().asString().contains("the topic was recreated");
        }
        readsOn();
    }

    private static boolean isUnread(Admin admin) {
        ConsumerGroupDescription group = requireNonNull(
                get(admin.describeConsumerGroups(List.of(GROUP)).all()).get(GROUP));
        return group.groupState() == GroupState.STABLE
                && group.members().stream()
                        .allMatch(
                                member -> member.assignment().topicPartitions().isEmpty());
    }

    private static Optional<Long> committed(EmbeddedBroker source) {
        try (Admin admin = admin(source)) {
            return Optional.ofNullable(get(admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata())
                            .get(PARTITION))
                    .map(OffsetAndMetadata::offset);
        }
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static Admin admin(EmbeddedBroker source) {
        return Admin.create(Map.of("bootstrap.servers", source.bootstrap()));
    }

    @Test
    void aGatewayThatWasEndedReadsTheNewTopic() throws Exception {
        createTopic();
        try (EmbeddedBroker own = own();
                TestTopics topics = new TestTopics(own);
                EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source)) {
            try (GatewayService gateway = started()) {
                send(theirs, "old", SENT);
                awaitFresh(topics, SENT);
                assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(SENT);
            }
            recreate(source);
            send(theirs, "new", SENT_AGAIN);
            try (GatewayService gateway = started()) {
                awaitFresh(topics, SENT + SENT_AGAIN);
                assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(SENT_AGAIN);
            }
        }
        readsOn();
    }

    /** An earlier version committed leader epochs, also those of the old topic after it was created again. */
    @Test
    void anOffsetOfTheOldTopicIsRefused() throws Exception {
        createTopic();
        try (EmbeddedBroker own = own();
                TestTopics topics = new TestTopics(own);
                EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source);
                Admin admin = admin(source)) {
            send(theirs, "new", SENT_AGAIN);
            String old = Uuid.randomUuid() + "/0";
            admin.alterConsumerGroupOffsets(GROUP, Map.of(PARTITION, new OffsetAndMetadata(5, Optional.of(100), old)))
                    .all()
                    .get();
            try (GatewayService gateway = started()) {
                awaitFresh(topics, SENT_AGAIN);
                assertThat(reports(topics)).singleElement().asString().contains("the topic was recreated");
                assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(SENT_AGAIN);
            }
        }
        readsOn();
    }

    /** The offsets in the new topic count after a restart. */
    private void readsOn() {
        try (EmbeddedBroker own = own();
                TestTopics topics = new TestTopics(own);
                EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source)) {
            int before = SourceTopic.fresh(topics).size();
            send(theirs, "next", 1);
            try (GatewayService gateway = started()) {
                awaitFresh(topics, before + 1);
                assertThat(gateway.counts(INPUT).lines.sum()).isEqualTo(1);
            }
        }
    }

    private double missed() {
        return meters.find("weir_records_missed").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static long acknowledged(GatewayService gateway) {
        return gateway.counts(INPUT).acknowledged.sum();
    }

    private static void awaitFresh(TestTopics topics, int lines) {
        eventually(lines + " lines count", () -> SourceTopic.fresh(topics).size() >= lines);
        assertThat(SourceTopic.fresh(topics)).hasSize(lines).doesNotHaveDuplicates();
    }

    private static List<String> reports(TestTopics topics) {
        return topics.read(new Topics("").rejected(), 1).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }

    private void createTopic() {
        try (EmbeddedBroker source = source();
                TestTopics theirs = new TestTopics(source)) {
            new SourceTopic(theirs, TOPIC, 1).create(source.bootstrap());
        }
    }

    private static void recreate(EmbeddedBroker source) throws Exception {
        try (Admin admin = admin(source)) {
            RecreatedTopic.recreate(admin, TOPIC, 1);
        }
    }

    private static void send(TestTopics theirs, String host, int lines) {
        for (int line = 0; line < lines; line++) {
            theirs.send(TOPIC, ("farm,host=" + host + " value=" + line + "i 1790000000000000000").getBytes(UTF_8));
        }
    }

    private EmbeddedBroker own() {
        return EmbeddedBroker.start(directory.resolve("own"), ownPort, FreePorts.next());
    }

    private EmbeddedBroker source() {
        return EmbeddedBroker.start(directory.resolve("source"), port, FreePorts.next());
    }

    private GatewayService started() {
        return started("");
    }

    /** @param properties further ones of the input's consumer, each after a comma */
    private GatewayService started(String properties) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: one, spool: {bytes: 0}, udp: {enabled: false}, " + INPUT
                                + ": {enabled: true, topics: [" + TOPIC + "], bootstrap: '" + EmbeddedBroker.HOST + ":"
                                + port + "', properties: {metadata.max.age.ms: 1000" + properties + "}}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(
                config,
                new KafkaSettings(EmbeddedBroker.HOST + ":" + ownPort, Map.of(), new Topics(""), 1, (short) 1),
                meters);
        gateway.start();
        return gateway;
    }
}
