package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.Outcome;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.phoebus.PhoebusConfig;
import io.weir.phoebus.PhoebusService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Phoebus client reads and writes, on the real broker, with alarming behind the bridge. */
class PhoebusEndToEndTest {
    private static final Topics TOPICS = new Topics("");
    private static final String FARM = "Farm";
    private static final String ALARM = "/Farm/cpu-high/TPC/flp1";
    private static final PhoebusConfig CONFIG =
            new PhoebusConfig(Optional.empty(), FARM, ZoneOffset.UTC, Duration.ofMillis(300));

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;

    /** As a client that watches all the time; who comes later may find the topic compacted. */
    private final KafkaConsumer<byte[], byte[]> client;

    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();

    PhoebusEndToEndTest(@TempDir Path directory) {
        this.directory = directory;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
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
        topics.close();
        broker.close();
    }

    @Test
    void showsAnAlarmIsAcknowledgedInPhoebusAndGoesOnAfterARestart() throws Exception {
        try (AlarmingService alarming = startedAlarming()) {
            try (PhoebusService bridge = startedBridge()) {
                condition("cpu-high/TPC/flp1", "MAJOR");
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
            int written = farm().size();
            condition("cpu-high/TPC/flp1", "OK");
            condition("cpu-high/TPC/flp2", "MINOR");
            eventually("alarming knows", () -> topics.readNow(TOPICS.state()).size() >= 4);
            assertThat(farm()).hasSize(written);
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
        try (AlarmingService alarming = startedAlarming();
                PhoebusService bridge = startedBridge()) {
            condition("cpu-high/TPC/flp1", "MAJOR");
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

    private AlarmingService startedAlarming() {
        try {
            Path file = Files.writeString(directory.resolve("rules.yaml"), "version: 1\n");
            AlarmingService alarming = new AlarmingService(
                    AlarmingConfig.defaults().withStateDirectory(directory.resolve("state")),
                    Rules.fixed(RuleLoader.load(file)),
                    kafka,
                    new SimpleMeterRegistry());
            alarming.start();
            eventually("alarming runs", () -> alarming.health().ready());
            return alarming;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PhoebusService startedBridge() {
        PhoebusService bridge = new PhoebusService(CONFIG, true, kafka, new SimpleMeterRegistry());
        bridge.start();
        return bridge;
    }

    /** As the first stage of alarming writes it. */
    private void condition(String id, String severity) {
        String host = id.substring(id.lastIndexOf('/') + 1);
        String json =
                "{\"id\":\"%s\",\"rule\":\"cpu-high\",\"ruleVersion\":\"v\",\"series\":\"cpu,hostname=%s\",\"severity\":\"%s\","
                                .formatted(id, host, severity)
                        + "\"value\":97.3,\"threshold\":95.0,\"message\":\"hot\",\"guidance\":\"\",\"tags\":{\"hostname\":\"%s\"},"
                                .formatted(host)
                        + "\"eventTime\":\"%s\",\"latch\":false,\"source\":null}".formatted(Instant.now());
        topics.send(new ProducerRecord<>(TOPICS.conditions(), 0, id.getBytes(UTF_8), json.getBytes(UTF_8)));
    }

    private void say(@Nullable String key, @Nullable String value) {
        topics.send(new ProducerRecord<>(
                "FarmCommand",
                0,
                key == null ? null : key.getBytes(UTF_8),
                value == null ? null : value.getBytes(UTF_8)));
    }

    private String value(String key) {
        return last(farm(), key);
    }

    private long count(String key) {
        return farm().stream()
                .filter(record -> key.equals(new String(record.key(), UTF_8)))
                .count();
    }

    private List<ConsumerRecord<byte[], byte[]>> farm() {
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
