package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic that processing or alarming writes has fewer replicas in sync than {@code
 * min.insync.replicas}, so Kafka answers but accepts nothing. The service is not ready, and names the
 * topic; nothing is lost or doubled.
 */
@Tag("nightly")
class NotEnoughReplicasTest {
    private static final Topics TOPICS = new Topics("");
    private static final int KILLED = 2;

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Brokers brokers;
    private TestTopics topics;
    private ProcessingService processing;
    private AlarmingService alarming;
    private long millis = (System.currentTimeMillis() - 600_000) / 1_000 * 1_000;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        brokers = new Brokers(directory, 3);
        topics = new TestTopics(brokers.bootstrap());
        KafkaSettings kafka = brokers.settings(1);
        processing = new ProcessingService(
                ProcessingConfig.defaults().withStateDirectory(directory.resolve("p")), RULES, kafka, meters);
        alarming = new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(directory.resolve("a")), RULES, kafka, meters);
        processing.start();
        alarming.start();
        eventually("both are ready", this::areReady);
    }

    @AfterEach
    void close() {
        processing.close();
        alarming.close();
        topics.close();
        brokers.close();
    }

    @Test
    void processingWaitsForItsOutput() throws Exception {
        waitsFor(TOPICS.storage(), processing::health);
    }

    @Test
    void processingWaitsForItsChangelog() throws Exception {
        waitsFor("weir-processing-series-changelog", processing::health);
    }

    @Test
    void alarmingWaitsForItsOutput() throws Exception {
        waitsFor(TOPICS.events(), alarming::health);
    }

    private void waitsFor(String topic, Supplier<Health> health) throws Exception {
        send(1);
        send(95);
        eventually("the alarm is raised", () -> severities().equals(List.of("MINOR")));
        needAllReplicas(topic);
        brokers.kill(KILLED);
        for (int line = 0; line < 100; line++) {
            send(line % 2 == 0 ? 1 : 95);
        }
        eventually(
                "it is not ready, and names the topic",
                () -> !health.get().ready()
                        && health.get().detail().startsWith("Kafka does not accept records for " + topic));
        brokers.restart(KILLED, topic);
        eventually("both are ready", this::areReady);
        send(1);
        eventually("all transitions are there", () -> severities().size() >= 102);
        assertThat(severities()).hasSize(102);
        eventually("all lines are there", () -> stored().size() >= 103);
        assertThat(stored().stream().distinct()).hasSize(103);
    }

    private List<Long> stored() {
        return topics.readNow(TOPICS.storage()).stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .flatMapToLong(line -> LongStream.of(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))))
                .boxed()
                .toList();
    }

    private boolean areReady() {
        return processing.health().ready() && alarming.health().ready();
    }

    private void needAllReplicas(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry all = new ConfigEntry("min.insync.replicas", Integer.toString(brokers.count()));
        brokers.admin()
                .incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(all, AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private void send(long value) {
        millis += 1_000;
        String line = "cpu,host=a value=" + value + " " + TimeUnit.MILLISECONDS.toNanos(millis);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPICS.raw(), 0, millis, null, line.getBytes(UTF_8));
        record.headers().add(BatchHeaders.gateway("g1"));
        topics.send(record);
    }

    /** Of committed events. */
    private List<String> severities() {
        return topics.read(TOPICS.events(), 0).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals("hot"))
                .map(event -> event.severity().name())
                .toList();
    }
}
