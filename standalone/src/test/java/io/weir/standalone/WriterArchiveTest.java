package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static io.weir.standalone.StorageBatches.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.archive.FileName;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.store.archive.ArchiveCheck;
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.PartitionArchive;
import io.weir.writer.store.archive.Selection;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.FilesOfLines;
import io.weir.writer.testing.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer between a real Kafka and an archive, or files of lines. Each test has its own topics and its own archive. */
@Tag("long")
class WriterArchiveTest {
    private static final int PARTITIONS = 2;
    private static final int LINES = 10;

    private static EmbeddedBroker broker;
    private static TestTopics records;
    private static int tests;

    @TempDir
    private Path directory = Path.of("");

    private KafkaSettings kafka;
    private WriterService writer;
    private StorageBatches batches;

    @BeforeAll
    static void startKafka(@TempDir Path data) {
        broker = EmbeddedBroker.start(data, FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
    }

    @AfterAll
    static void stopKafka() {
        records.close();
        broker.close();
    }

    @BeforeEach
    void createTopics() {
        kafka = new KafkaSettings(
                broker.bootstrap(), Map.of(), new Topics("archive" + ++tests + "."), PARTITIONS, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        batches = new StorageBatches(records, kafka);
        writer = writer("");
    }

    @AfterEach
    void closeWriter() {
        writer.close();
    }

    @Test
    void everyLineIsArchivedOnceThroughRestarts() throws IOException {
        for (int round = 0; round < 2; round++) {
            writer = start();
            batches.sendMany("cpu", "value", 40);
            int sent = batches.made();
            eventually("all are archived", () -> lines().size() == sent * LINES);
            writer.close();
        }
        assertThat(lines()).isEqualTo(expected(batches.made()));
        assertThat(problems()).isEmpty();
    }

    /** A stop completes what is in memory: nothing is read again. */
    @Test
    void stoppedWriterHasArchivedWhatItRead() throws IOException {
        writer = writer("?every=1h");
        writer.start();
        batches.sendMany("cpu", "value", 10);
        eventually("it is ready", () -> writer.health().ready());
        eventually("it stops with all lines", () -> {
            writer.close();
            boolean isThere = lines().size() == 10 * LINES;
            if (!isThere) {
                writer = writer("?every=1h");
                writer.start();
                eventually("it is ready again", () -> writer.health().ready());
            }
            return isThere;
        });
        assertThat(lines()).isEqualTo(expected(10));
        assertThat(problems()).isEmpty();
    }

    @Test
    void directoryThatCannotBeWrittenStopsItUntilItCan() throws IOException {
        Path obstacle = directory.resolve("measurement=cpu");
        Files.writeString(obstacle, "a file where a directory must be");
        writer = start();
        batches.sendMany("cpu", "value", 20);
        eventually("it says so", () -> writer.health().detail().contains("measurement=cpu"));
        assertThat(writer.health().ready()).isFalse();
        assertThat(writer.health().live()).isTrue();
        batches.sendMany("cpu", "value", 20);
        Files.delete(obstacle);

        eventually("all are archived", () -> lines().size() == 40 * LINES);
        eventually("it is ready", () -> writer.health().ready());
        assertThat(lines()).isEqualTo(expected(40));
        assertThat(problems()).isEmpty();
    }

    @Test
    void troubleOfOnePartitionStopsNoOther() throws Exception {
        TopicPartition stuck = new TopicPartition(kafka.topics().storage(), 1);
        PartitionArchive other = PartitionArchive.open(directory, stuck.topic(), source(stuck));
        writer = start();
        batches.sendMany("cpu", "value", 20);
        eventually("the other partition is archived", () -> lines().size() == 10 * LINES);
        eventually("it says so", () -> writer.health().detail().contains("another writer archives partition 1"));
        assertThat(writer.health().ready()).isFalse();
        batches.sendMany("cpu", "value", 20);
        eventually("the other partition goes on", () -> lines().size() == 20 * LINES);

        other.close();
        eventually("all are archived", () -> lines().size() == 40 * LINES);
        assertThat(lines()).isEqualTo(expected(40));
        eventually("it is ready", () -> writer.health().ready());
        assertThat(problems()).isEmpty();
    }

    /** As the writer names the files of a partition. */
    private FileName.Source source(TopicPartition partition) throws Exception {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicDescription topic = Objects.requireNonNull(admin.describeTopics(List.of(partition.topic()))
                    .allTopicNames()
                    .get()
                    .get(partition.topic()));
            return new FileName.Source(topic.topicId().toString(), partition.partition());
        }
    }

    @Test
    void filesOfLinesHaveEveryLineOnceThroughRestarts() {
        for (int round = 0; round < 2; round++) {
            writer = writer("file", "?every=1s");
            writer.start();
            batches.sendMany("cpu", "value", 20);
            int sent = batches.made();
            eventually("all are in files", () -> linesOfFiles().size() == sent * LINES);
            writer.close();
        }
        // The archive spells numbers anew, files have them as they were sent.
        assertThat(linesOfFiles())
                .isEqualTo(expected(batches.made()).stream()
                        .map(line -> line.replace(".0 ", " "))
                        .toList());
    }

    private List<String> linesOfFiles() {
        return FilesOfLines.text(directory).lines().sorted().toList();
    }

    @Test
    void aFullMemoryIsWrittenLongBeforeItsTime() {
        writer = writer("?every=1h&memory-mib=1");
        writer.start();
        for (int i = 0; i < 60; i++) {
            String text = Character.toString('a' + i % 26).repeat(100);
            long first = i * 1_000L;
            batches.send(LongStream.range(0, 500)
                    .mapToObj(n -> "text t=\"" + text + n + "\" " + (T + first + n))
                    .collect(Collectors.joining("\n")));
        }
        // About 7 MiB.
        eventually("most are archived", () -> lines().size() >= 60 * 500 / 2);
    }

    @Test
    @Tag("long")
    void linesThatKafkaDeletedAreAGap() throws Exception {
        writer = start();
        batches.sendMany("cpu", "value", 20);
        eventually("all are archived", () -> lines().size() == 20 * LINES);
        writer.close();
        batches.sendMany("cpu", "value", 20);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            admin.deleteRecords(
                            Map.of(new TopicPartition(kafka.topics().storage(), 0), RecordsToDelete.beforeOffset(15)))
                    .all()
                    .get();
        }
        writer = start();
        eventually("the rest is archived", () -> lines().size() == 35 * LINES);
        writer.close();
        writer = start();
        eventually("it is ready again", () -> writer.health().ready());
        assertThat(records.readNow(kafka.topics().rejected()))
                .extracting(record -> Rejection.read(record.headers()))
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.reason()).startsWith("retention-overtook: ");
                    assertThat(told.source()).isEqualTo(kafka.topics().storage() + "/0/10-14");
                });
        assertThat(problems()).singleElement().asString().contains("partition 0: offsets 10-14 are missing");
    }

    @Test
    @Tag("long")
    void twoWritersShareThePartitionsOfOneDirectory() throws IOException {
        writer = start();
        batches.sendMany("cpu", "value", 30);
        try (WriterService second = start()) {
            eventually(
                    "both are ready",
                    () -> second.health().ready() && writer.health().ready());
            batches.sendMany("cpu", "value", 30);
            eventually("all are archived", () -> lines().size() == 60 * LINES);
        }
        batches.sendMany("cpu", "value", 30);
        eventually("the other goes on", () -> lines().size() == 90 * LINES);
        assertThat(lines()).isEqualTo(expected(90));
        assertThat(problems()).isEmpty();
    }

    private WriterService start() {
        WriterService started = writer("?every=1s");
        started.start();
        return started;
    }

    private WriterService writer(String options) {
        return writer("archive", options);
    }

    private WriterService writer(String scheme, String options) {
        return new WriterService(
                WriterConfig.defaults()
                        .withStore(StoreCatalog.BUILT_IN.parse(scheme + ":" + directory + options), Optional.empty()),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry());
    }

    private List<String> lines() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!Files.exists(directory.resolve("_weir"))) {
            return List.of();
        }
        try {
            ArchiveDirectory.of(directory).export(Selection.ALL, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(UTF_8).lines().sorted().toList();
    }

    private List<String> problems() throws IOException {
        List<String> problems = new ArrayList<>();
        new ArchiveCheck(ArchiveDirectory.of(directory), problems::add).run();
        return problems;
    }

    private static List<String> expected(int records) {
        return IntStream.range(0, records * LINES)
                .mapToObj(i -> "cpu,host=h" + i % LINES + " value=" + i % LINES + ".0 " + (T + i))
                .sorted()
                .toList();
    }
}
