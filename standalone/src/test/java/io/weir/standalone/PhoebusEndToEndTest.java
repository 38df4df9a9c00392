package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.topic.Topics;
import io.weir.phoebus.PhoebusService;
import io.weir.standalone.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that a Phoebus client reads and writes, on a real broker, with alarming and the bridge.
 */
@Tag("long")
class PhoebusEndToEndTest {
    private static final Topics TOPICS = PhoebusFarm.TOPICS;
    private static final String FARM = PhoebusFarm.NAME;
    private static final String ALARM = "/Farm/cpu-high/TPC/flp1";

    private final PhoebusFarm farm;
    private final EmbeddedBroker broker;
    private final TestTopics topics;

    /** A client that reads continuously; one that starts later may find the topic compacted. */
    private final KafkaConsumer<byte[], byte[]> client;

    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

    PhoebusEndToEndTest(@TempDir Path directory) {
        farm = new PhoebusFarm(directory);
        broker = farm.broker;
        topics = farm.topics;
        client = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrap(),
                        "auto.offset.reset",
                        "earliest",
                        "allow.auto.create.topics",
                        false,
                        "metadata.max.age.ms",
                        500),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        client.assign(List.of(new TopicPartition(FARM, 0)));
    }

    @AfterEach
    void stopKafka() {
        client.close();
        farm.close();
    }

    @Test
    void showsAnAlarmIsAcknowledgedInPhoebusAndGoesOnAfterARestart() throws Exception {
        try (AlarmingService alarming = farm.startedAlarming()) {
            try (PhoebusService bridge = startedBridge()) {
                farm.condition("cpu-high/TPC/flp1", "MAJOR");
                eventually("the alarm is shown", () -> value("state:" + ALARM).contains("\"severity\":\"MAJOR\""));
                assertThat(value("config:" + ALARM)).contains("\"description\":\"cpu-high: hostname=flp1\"");
                assertThat(value("state:/Farm")).isEqualTo("{\"severity\":\"MAJOR\"}");
                eventually("it is read aloud", () -> topics.readNow("FarmTalk").size() == 1);

                say("command:" + ALARM, "{\"user\":\"anna\",\"host\":\"console3\",\"command\":\"acknowledge\"}");
                eventually("the acknowledgement is shown", () -> value("state:" + ALARM)
                        .contains("\"severity\":\"MAJOR_ACK\""));
                assertThat(value("state:/Farm/cpu-high")).isEqualTo("{\"severity\":\"MAJOR_ACK\"}");
                assertThat(last(topics.readNow(TOPICS.state()), "cpu-high/TPC/flp1"))
                        .contains("\"to\":\"ACKNOWLEDGED\"")
                        .contains("\"user\":\"anna (console3)\"");
                eventually("clients are told that somebody is there", () -> count("state:/Farm") > 5);
                assertThat(bridge.health().ready() && alarming.health().ready()).isTrue();
            }
            int written = records().size();
            farm.condition("cpu-high/TPC/flp1", "OK");
            farm.condition("cpu-high/TPC/flp2", "MINOR");
            eventually("alarming knows", () -> topics.readNow(TOPICS.state()).size() >= 4);
            assertThat(records()).hasSize(written);
            try (PhoebusService bridge = startedBridge()) {
                eventually("what came meanwhile is shown", () -> value("state:/Farm/cpu-high/TPC/flp2")
                        .contains("\"severity\":\"MINOR\""));
                eventually("it is back", () -> bridge.health().ready());
            }
        }
        assertThat(value("state:" + ALARM)).contains("\"severity\":\"OK\"");
        assertThat(value("state:/Farm")).isEqualTo("{\"severity\":\"MINOR\"}");
        List<CommandReply> replies = topics.readNow(TOPICS.replies()).stream()
                .map(reply -> AlarmJson.readReply(reply.value()))
                .toList();
        assertThat(replies).extracting(CommandReply::outcome).containsExactly(Outcome.DONE);
        assertThat(count("config:" + ALARM)).isEqualTo(1);
    }

    @Test
    void givesTopicsTheSettingsThatPhoebusExpectsEvenIfAClientWasFaster() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.createTopics(List.of(new NewTopic(FARM, 1, (short) 1))).all().get();
            try (PhoebusService bridge = startedBridge()) {
                eventually("it runs", () -> bridge.health().ready());
            }
            assertThat(settings(admin, FARM))
                    .containsEntry("cleanup.policy", "compact")
                    .containsEntry("segment.ms", "10000")
                    .containsEntry("min.cleanable.dirty.ratio", "0.01")
                    .containsEntry("min.compaction.lag.ms", "1000");
            for (String other : List.of("FarmCommand", "FarmTalk")) {
                assertThat(settings(admin, other))
                        .containsEntry("cleanup.policy", "delete")
                        .containsEntry("segment.ms", "10000")
                        .containsEntry("min.cleanable.dirty.ratio", "0.01")
                        .containsEntry("min.compaction.lag.ms", "1000")
                        .containsEntry("retention.ms", "20000")
                        .containsEntry("delete.retention.ms", "1000")
                        .containsEntry("file.delete.delay.ms", "1000");
            }
        }
    }

    @Test
    void undoesEditsOfClientsPassesOverNonsenseAndSendsEverythingAgainWhenAsked() {
        try (AlarmingService alarming = farm.startedAlarming();
                PhoebusService bridge = startedBridge()) {
            farm.condition("cpu-high/TPC/flp1", "MAJOR");
            eventually("the alarm is shown", () -> !value("state:" + ALARM).isEmpty());
            String config = value("config:" + ALARM);

            topics.send(new ProducerRecord<>(FARM, 0, ("config:" + ALARM).getBytes(UTF_8), null));
            eventually(
                    "it is put right",
                    () -> count("config:" + ALARM) == 3
                            && value("config:" + ALARM).equals(config));
            eventually("with its state", () -> count("state:" + ALARM) == 2);

            say("command:" + ALARM, "nonsense");
            say(null, null);
            say("command:" + ALARM, "{\"user\":\"u\",\"host\":\"h\",\"command\":\"shutdown\"}");
            say("command:/Farm", "{\"user\":\"u\",\"host\":\"h\",\"command\":\"restart\"}");
            eventually("everything is sent again", () -> count("state:" + ALARM) == 3);
            say("command:/Farm", "{\"user\":\"otto\",\"host\":\"h\",\"command\":\"acknowledge\"}");
            eventually("it goes on", () -> value("state:" + ALARM).contains("MAJOR_ACK"));
            assertThat(alarming.health().ready() && bridge.health().ready()).isTrue();
        }
        assertThat(topics.readNow(TOPICS.replies())).hasSize(1);
    }

    private PhoebusService startedBridge() {
        return farm.startedBridge(Duration.ofMillis(300));
    }

    private void say(@Nullable String key, @Nullable String value) {
        topics.send(new ProducerRecord<>(
                "FarmCommand",
                0,
                key == null ? null : key.getBytes(UTF_8),
                value == null ? null : value.getBytes(UTF_8)));
    }

    private String value(String key) {
        return last(records(), key);
    }

    private long count(String key) {
        return records().stream()
                .filter(record -> key.equals(new String(record.key(), UTF_8)))
                .count();
    }

    private List<ConsumerRecord<byte[], byte[]>> records() {
        client.poll(Duration.ofMillis(100)).forEach(seen::add);
        return seen;
    }

    private static String last(List<ConsumerRecord<byte[], byte[]>> records, String key) {
        String value = "";
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (key.equals(new String(record.key(), UTF_8))) {
                value = record.value() == null ? "" : new String(record.value(), UTF_8);
            }
        }
        return value;
    }

    private static Map<String, String> settings(Admin admin, String topic)
            throws ExecutionException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = Objects.requireNonNull(
                admin.describeConfigs(List.of(resource)).all().get().get(resource));
        return config.entries().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(entry -> entry.name(), entry -> entry.value()));
    }
}
