package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.phoebus.PhoebusConfig;
import io.weir.phoebus.PhoebusService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * If Kafka deletes records of operators, of the control system or of alarming before alarming has
 * read them, this is always reported.
 */
class DeletedCommandsTest {

    private static final Topics TOPICS = new Topics("");
    private static final int DELETED = 5;

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final Admin admin;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    DeletedCommandsTest(@TempDir Path directory) {
        this.directory = directory;
        this.broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        this.topics = new TestTopics(broker);
        this.kafka = KafkaSettings.defaults().withBootstrap(broker.bootstrap());
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }

    @AfterEach
    void close() {
        topics.close();
        admin.close();
        broker.close();
    }

    @Test
    void alarmingReportsWhatItDidNotRead() throws Exception {
        List<String> read = List.of(TOPICS.commands(), TOPICS.actionReplies(), TOPICS.conditions());
        try (AlarmingService alarming = alarming()) {
            alarming.start();
            eventually("it runs", () -> alarming.health().ready());
            read.forEach(this::sendUnreadable);
            eventually("all are read", () -> committed("weir-alarming").keySet().containsAll(read));
            // A service that ends before its first checkpoint has no state, and would be treated as
            // one that lost it.
            eventually("state is saved", () -> !topics.readNow("weir-alarming-alarms-marks-changelog")
                    .isEmpty());
        }
        Map<String, Long> resumes = committed("weir-alarming");
        Map<String, String> gaps = new HashMap<>();
        for (String topic : read) {
            gaps.put(topic, deleteUnread(topic, Objects.requireNonNull(resumes.get(topic))));
        }

        try (AlarmingService alarming = alarming()) {
            alarming.start();
            eventually("all are reported", () -> topics.readNow(TOPICS.rejected()).stream()
                    .map(record -> Rejection.read(record.headers()))
                    .filter(why -> why.reason().equals("retention-overtook"))
                    .map(Rejection::source)
                    .toList()
                    .containsAll(gaps.values()));
            assertThat(meters.get("weir_records_missed")
                            .tag("topic", TOPICS.commands())
                            .counter()
                            .count())
                    .isEqualTo(DELETED);
            eventually(
                    "it goes on",
                    () -> committed("weir-alarming").getOrDefault(TOPICS.commands(), 0L)
                            > resumes.getOrDefault(TOPICS.commands(), 0L) + DELETED);
            read.forEach(topic -> topics.await(TOPICS.events(), "\"weir-intake/alarming/" + topic + "\""));
        }
    }

    @Test
    void theBridgeToPhoebusReportsCommandsItDidNotRead() throws Exception {
        String tree = PhoebusConfig.defaults().configName();
        String commands = tree + "Command";
        String group = "weir-phoebus-" + tree;
        try (PhoebusService bridge = bridge()) {
            bridge.start();
            eventually("it runs", () -> bridge.health().ready());
            sendUnreadable(commands);
            eventually("it is read", () -> committed(group).containsKey(commands));
        }
        String gap =
                deleteUnread(commands, Objects.requireNonNull(committed(group).get(commands)));

        try (PhoebusService bridge = bridge()) {
            bridge.start();
            assertThat(Rejection.read(topics.read(TOPICS.rejected(), 1).get(0).headers()))
                    .isEqualTo(new Rejection("phoebus", "retention-overtook", gap, -1));
        }
    }

    /** Deletes unread records; returns the expected report. Sends one more record afterwards. */
    private String deleteUnread(String topic, long from) throws Exception {
        for (int i = 0; i < DELETED; i++) {
            sendUnreadable(topic);
        }
        TopicPartition partition = new TopicPartition(topic, 0);
        long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end)))
                .all()
                .get();
        sendUnreadable(topic);
        return topic + "/0/" + from + "-" + (end - 1);
    }

    private void sendUnreadable(String topic) {
        topics.send(new ProducerRecord<>(topic, 0, "k".getBytes(UTF_8), "{}".getBytes(UTF_8)));
    }

    private Map<String, Long> committed(String group) {
        Map<String, Long> offsets = new HashMap<>();
        try {
            admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> offsets.put(partition.topic(), offset.offset()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return offsets;
    }

    private AlarmingService alarming() {
        AlarmingConfig config = AlarmingConfig.defaults().withStateDirectory(directory.resolve("state"));
        return new AlarmingService(config, Rules.fixed(RuleFile.passThrough()), kafka, meters);
    }

    private PhoebusService bridge() {
        return new PhoebusService(PhoebusConfig.defaults(), true, kafka, meters);
    }
}
