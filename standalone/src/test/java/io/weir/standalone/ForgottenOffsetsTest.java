package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka forgets the offsets of processing and alarming, as it does a week after they ended
 * ({@code offsets.retention.minutes}). The batches of this test have no numbers, so only offsets
 * identify the consumed ones.
 */
@Tag("long")
@Tag("waits")
class ForgottenOffsetsTest {

    private static final Topics TOPICS = new Topics("");
    private static final TopicPartition RAW = new TopicPartition(TOPICS.raw(), 0);
    private static final int LINES = 50;

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: all, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1h, grace: 1s, as: all, repeats: count}
              - {name: group, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 1h, grace: 1s, by: [host], of: samples, as: group, repeats: count}
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final Admin admin;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** The beginning of an hour to come: Kafka deletes partial results an hour after their time. */
    private final long beginMillis = System.currentTimeMillis() / 3_600_000 * 3_600_000 + 7_200_000;

    private long millis = beginMillis + 1_000;

    ForgottenOffsetsTest(@TempDir Path directory) {
        this.directory = directory;
        this.broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        this.topics = new TestTopics(broker);
        this.kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
        TopicCreator.ensure(admin, kafka.declarations());
    }

    @AfterEach
    void close() {
        topics.close();
        admin.close();
        broker.close();
    }

    @Test
    void nothingCountsTwice() throws Exception {
        runUntil(2, () -> {
            // Raised, cleared and raised again, each by several lines.
            lines(1);
            lines(95);
            lines(1);
        });
        admin.deleteConsumerGroups(List.of("weir-processing", "weir-alarming"))
                .all()
                .get();
        runUntil(4, () -> {
            lines(95);
            lines(1);
            closeWindows();
            awaitWindow();
        });

        assertThat(window("all")).isEqualTo("count " + 5 * LINES + " sum " + LINES * (3 + 2 * 95));
        assertThat(window("group")).isEqualTo("count " + 5 * LINES + " sum " + LINES * (3 + 2 * 95));
        assertThat(severities()).containsExactly("MINOR", "OK", "MINOR", "OK");
        assertThat(rejections()).isEmpty();
    }

    /**
     * Retention also deletes records that processing has not read, and the state determines how
     * many.
     */
    @Test
    void whatWasDeletedMeanwhileIsReportedExactly() throws Exception {
        runUntil(0, () -> lines(1));
        long read = end();
        lines(1);
        lines(1);
        admin.deleteRecords(Map.of(RAW, RecordsToDelete.beforeOffset(end())))
                .all()
                .get();
        admin.deleteConsumerGroups(List.of("weir-processing", "weir-alarming"))
                .all()
                .get();
        long left = end();
        runUntil(0, () -> {
            lines(1);
            closeWindows();
            awaitWindow();
        });

        assertThat(window("all")).isEqualTo("count " + 2 * LINES + " sum " + 2 * LINES);
        assertThat(rejections())
                .contains(new Rejection(
                        "processing", "retention-overtook", TOPICS.raw() + "/0/" + read + "-" + (left - 1), -1));
        assertThat(meters.get("weir_records_missed")
                        .tag("topic", TOPICS.raw())
                        .counter()
                        .count())
                .isEqualTo(2.0 * (LINES + 1));
    }

    /**
     * Kafka deletes a topic together with the groups' offsets in it. The new topic has grown beyond
     * processing's old position.
     */
    @Test
    void aTopicThatWasMadeAnewCountsWhole() throws Exception {
        runUntil(0, () -> lines(1));
        admin.deleteTopics(Set.of(TOPICS.raw())).all().get();
        eventually("it is deleted", () -> !topicNames().contains(TOPICS.raw()));
        TopicCreator.ensure(admin, kafka.declarations());
        lines(1);
        lines(1);
        lines(1);
        runUntil(0, () -> {
            closeWindows();
            awaitWindow();
        });

        assertThat(window("all")).isEqualTo("count " + 4 * LINES + " sum " + 4 * LINES);
        assertThat(rejections()).hasSize(1).allSatisfy(each -> assertThat(each.reason())
                .isEqualTo("retention-overtook"));
    }

    /**
     * Runs processing and alarming until they have processed everything and {@code events} alarm
     * events exist.
     */
    private void runUntil(int events, Runnable meanwhile) {
        try (ProcessingService processing = new ProcessingService(
                        ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")),
                        RULES,
                        kafka,
                        meters);
                AlarmingService alarming = new AlarmingService(
                        AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")),
                        RULES,
                        kafka,
                        meters)) {
            processing.start();
            alarming.start();
            meanwhile.run();
            eventually("all is processed", () -> committed("weir-processing", RAW) == end());
            eventually("all has turned alarms", () -> severities().size() >= events);
            eventually(
                    "alarming has all",
                    () -> committed("weir-alarming", new TopicPartition(TOPICS.alarming(), 0)) > 0
                            && committed("weir-alarming", new TopicPartition(TOPICS.conditions(), 0)) > 0);
            assertThat(processing.health().detail() + alarming.health().detail())
                    .isNotEmpty();
        }
    }

    /** Sends a record for each line, and a tick. */
    private void lines(long value) {
        for (int line = 0; line < LINES; line++) {
            millis += 10;
            send("cpu,host=a value=" + value + " " + millis * 1_000_000);
        }
        tick();
    }

    private void tick() {
        millis += 1_000;
        send("");
    }

    private void closeWindows() {
        millis = beginMillis + 3_602_000;
        // Processing distrusts a jump of the time for a minute.
        for (int i = 0; i < 8; i++) {
            millis += 10_000;
            tick();
        }
    }

    private void send(String lines) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPICS.raw(), 0, millis, null, lines.getBytes(UTF_8));
        record.headers().add(BatchHeaders.gateway("g1"));
        topics.send(record);
    }

    private void awaitWindow() {
        eventually(
                "the window is stored",
                () -> !window("all").isEmpty() && !window("group").isEmpty());
    }

    /** Sum and count of the last line of this measurement in the storage topic. */
    private String window(String measurement) {
        return topics.readNow(TOPICS.storage()).stream()
                .flatMap(record -> Arrays.stream(new String(record.value(), UTF_8).split("\n")))
                .filter(line -> line.startsWith(measurement + ","))
                .map(line -> line.replaceAll(".*value_sum=([0-9]+)[^,]*,value_count=([0-9]+)i.*", "count $2 sum $1"))
                .reduce("", (before, after) -> after);
    }

    private List<String> severities() {
        return topics.readNow(TOPICS.events()).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals("hot"))
                .map(event -> event.severity().name())
                .toList();
    }

    private List<Rejection> rejections() {
        return topics.readNow(TOPICS.rejected()).stream()
                .map(record -> Rejection.read(record.headers()))
                .toList();
    }

    private long committed(String group, TopicPartition partition) {
        return ask(() -> {
            OffsetAndMetadata next = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(partition);
            return next == null ? -1L : next.offset();
        });
    }

    private long end() {
        return ask(() -> admin.listOffsets(Map.of(RAW, OffsetSpec.latest()))
                .partitionResult(RAW)
                .get()
                .offset());
    }

    private Set<String> topicNames() {
        return ask(() -> admin.listTopics().names().get());
    }

    private static <T> T ask(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
