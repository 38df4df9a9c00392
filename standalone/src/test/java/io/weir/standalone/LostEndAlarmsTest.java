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
import io.weir.contract.topic.LeaderEpoch;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The only broker loses the end of {@code metrics.raw} with its machine's power, and so processing loses its state and
 * its offsets from there on. Alarming keeps its own: it knows the lost records. Senders forge leader epochs.
 */
@Tag("long")
class LostEndAlarmsTest {
    private static final Topics TOPICS = new Topics("");
    private static final int LOST = 50;
    private static final int FORGED = -2;

    /** An administrator's own interceptor must not displace the leader epochs. */
    private static final Map<String, String> INTERCEPTED =
            Map.of("main.consumer.interceptor.classes", Tracing.class.getName());

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final Path directory;
    private final int port = FreePorts.next();
    private final KafkaSettings kafka =
            new KafkaSettings(EmbeddedBroker.HOST + ":" + port, INTERCEPTED, TOPICS, 1, (short) 1);
    private long millis = System.currentTimeMillis() - 600_000;

    LostEndAlarmsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void linesThatReplaceALostEndChangeAlarms() throws Exception {
        run(topics -> {
            send(topics, 1, 1);
            send(topics, 95, 1);
            awaitSeverities(topics, "MINOR");
        });
        Path written = directory.resolve("written");
        copy(ofProcessing(), written);
        run(topics -> {
            send(topics, 95, LOST - 1);
            send(topics, 1, 1);
            awaitSeverities(topics, "MINOR", "OK");
        });
        lose(written);
        run(topics -> {
            assertThat(topics.end(TOPICS.raw())).isEqualTo(2);
            send(topics, 95, 1);
            awaitSeverities(topics, "MINOR", "OK", "MINOR");
            send(topics, 1, 1);
            awaitSeverities(topics, "MINOR", "OK", "MINOR", "OK");
            List<Integer> epochs = topics.readNow(TOPICS.raw()).stream()
                    .map(record -> record.leaderEpoch().orElseThrow())
                    .toList();
            assertThat(topics.readNow(TOPICS.alarming()))
                    .allSatisfy(record -> assertThat(record.headers().headers(LeaderEpoch.NAME))
                            .isEmpty());
            assertThat(Tracing.SEEN).hasPositiveValue();
            assertThat(epochs.get(2)).as("the epoch after the loss").isGreaterThan(epochs.get(1));
        });
    }

    /** An interceptor without effect. */
    public static final class Tracing implements ConsumerInterceptor<byte[], byte[]> {
        private static final AtomicLong SEEN = new AtomicLong();

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            SEEN.addAndGet(records.count());
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> settings) {}
    }

    private interface Step {
        void with(TestTopics topics);
    }

    /** Runs the broker, processing and alarming; ends all of them in order, so that they save their state. */
    private void run(Step step) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
                Admin admin = Admin.create(kafka.clientProperties());
                TestTopics topics = new TestTopics(broker)) {
            TopicCreator.ensure(admin, kafka.declarations());
            try (ProcessingService processing = new ProcessingService(
                            ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")),
                            RULES,
                            kafka,
                            new SimpleMeterRegistry());
                    AlarmingService alarming = new AlarmingService(
                            AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")),
                            RULES,
                            kafka,
                            new SimpleMeterRegistry())) {
                processing.start();
                alarming.start();
                step.with(topics);
            }
        }
    }

    /** Sends a record for each line. */
    private void send(TestTopics topics, int value, int lines) {
        for (int line = 0; line < lines; line++) {
            millis += 10;
            byte[] text = ("cpu,host=a value=" + value + " " + millis * 1_000_000).getBytes(UTF_8);
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(TOPICS.raw(), 0, millis, null, text);
            record.headers().add(BatchHeaders.gateway("g1")).add(LeaderEpoch.header(FORGED));
            topics.send(record);
        }
    }

    private static void awaitSeverities(TestTopics topics, String... expected) {
        eventually("the events are " + List.of(expected), () -> topics.readNow(TOPICS.events()).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals("hot"))
                .map(event -> event.severity().name())
                .toList()
                .equals(List.of(expected)));
    }

    /** The directories of {@code metrics.raw}, and of the changelogs and offsets of processing. */
    private List<Path> ofProcessing() throws IOException {
        int offsets = Utils.toPositive("weir-processing".hashCode()) % 4;
        assertThat(offsets).isNotEqualTo(Utils.toPositive("weir-alarming".hashCode()) % 4);
        try (Stream<Path> all = Files.list(directory.resolve("kafka"))) {
            return all.filter(each -> {
                        String name = each.getFileName().toString();
                        return name.equals(TOPICS.raw() + "-0")
                                || name.equals("__consumer_offsets-" + offsets)
                                || name.startsWith("weir-processing-");
                    })
                    .toList();
        }
    }

    /** As if the system had not written what came later, nor what Kafka remembers of it. */
    private void lose(Path written) throws IOException {
        Path logs = directory.resolve("kafka");
        for (String file :
                List.of(".kafka_cleanshutdown", "recovery-point-offset-checkpoint", "replication-offset-checkpoint")) {
            Files.deleteIfExists(logs.resolve(file));
        }
        for (Path each : ofProcessing()) {
            Utils.delete(each.toFile());
        }
        try (Stream<Path> all = Files.list(written)) {
            copy(all.toList(), logs);
        }
        Utils.delete(directory.resolve("processing").toFile());
    }

    private static void copy(List<Path> directories, Path to) {
        for (Path from : directories) {
            try {
                Files.walkFileTree(from, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        Path copy = to.resolve(from.getFileName()).resolve(from.relativize(file));
                        Files.createDirectories(copy.getParent());
                        Files.copy(file, copy);
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
