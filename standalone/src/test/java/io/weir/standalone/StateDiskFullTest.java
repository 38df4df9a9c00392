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
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.SmallDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the state directories of processing and alarming is full, while they run and when they
 * start. Their state is in Kafka, so nothing is lost. Requires the right to mount a small disk.
 */
@Tag("long")
class StateDiskFullTest {

    private static final Topics TOPICS = new Topics("");

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final Path directory;
    private final SmallDisk disk;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private long millis = System.currentTimeMillis() - 60_000;
    private ProcessingService processing;
    private AlarmingService alarming;

    StateDiskFullTest(@TempDir Path directory) throws Exception {
        this.directory = directory.resolve("state");
        disk = SmallDisk.mountOrSkip(this.directory, 1);
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
        processing = processing();
        alarming = alarming();
    }

    @BeforeEach
    void start() {
        processing.start();
        alarming.start();
        eventually("both are ready", this::areReady);
    }

    @AfterEach
    void close() {
        processing.close();
        alarming.close();
        topics.close();
        broker.close();
        disk.close();
    }

    @Test
    void servicesGoOnAndStartOnAFullDisk() throws Exception {
        send(95);
        eventually("the alarm is raised", () -> severities().equals(List.of("MINOR")));
        disk.fill();
        send(1);
        eventually("the alarm is cleared", () -> severities().equals(List.of("MINOR", "OK")));
        assertThat(areReady()).isTrue();

        processing.close();
        alarming.close();
        send(95);
        processing = processing();
        alarming = alarming();
        start();
        eventually("the alarm is raised again", () -> severities().equals(List.of("MINOR", "OK", "MINOR")));
        disk.makeRoom();
        send(1);
        eventually("the alarm is cleared again", () -> severities().equals(List.of("MINOR", "OK", "MINOR", "OK")));
        assertThat(areReady()).isTrue();
    }

    private boolean areReady() {
        return processing.health().ready() && alarming.health().ready();
    }

    private void send(long value) {
        millis += 1_000;
        String line = "cpu,host=a value=" + value + " " + TimeUnit.MILLISECONDS.toNanos(millis);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPICS.raw(), 0, millis, null, line.getBytes(UTF_8));
        record.headers().add(BatchHeaders.gateway("g1"));
        topics.send(record);
    }

    private List<String> severities() {
        return topics.readNow(TOPICS.events()).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals("hot"))
                .map(event -> event.severity().name())
                .toList();
    }

    private ProcessingService processing() {
        return new ProcessingService(
                ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")), RULES, kafka, meters);
    }

    private AlarmingService alarming() {
        return new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")), RULES, kafka, meters);
    }
}
