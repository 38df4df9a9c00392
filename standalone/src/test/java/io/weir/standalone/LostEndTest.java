package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
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
import io.weir.writer.store.archive.Compaction;
import io.weir.writer.store.archive.Selection;
import io.weir.writer.testing.EmbeddedQuestDb;
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
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The only broker loses the end of a topic with its machine's power. Before a reader returns, the topic
 * grows beyond the offset that the reader has committed.
 */
@Tag("long")
@Tag("waits")
class LostEndTest {
    private static final int SENT = 40;
    private static final int KEPT = 10;
    private static final int SENT_AGAIN = 60;
    private static final int LINES = 10;

    private final Path directory;
    private final int port = FreePorts.next();
    private final EmbeddedQuestDb questDb;
    private final KafkaSettings kafka =
            new KafkaSettings(EmbeddedBroker.HOST + ":" + port, Map.of(), new Topics(""), 1, (short) 1);

    LostEndTest(@TempDir Path directory) {
        this.directory = directory;
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
    }

    @AfterEach
    void close() {
        questDb.close();
    }

    /** The writer reads the whole topic again, because it might be another one of the same name. */
    @Test
    void theWriterStoresWhatReplacesALostEnd() throws Exception {
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
            new StorageBatches(topics, kafka).sendMany("before", "v", SENT);
            awaitStored("before", SENT);
        }
        loseEnd(KEPT);
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker)) {
            assertThat(topics.end(kafka.topics().storage())).isEqualTo(KEPT);
            new StorageBatches(topics, kafka).sendMany("again", "v", SENT_AGAIN);
            awaitStored("again", SENT_AGAIN);
            assertThat(topics.read(kafka.topics().rejected(), 1))
                    .extracting(record -> Rejection.read(record.headers()).source())
                    .containsExactly(kafka.topics().storage() + "/0/0");
        }
    }

    /** Both the lost records, which it had read, and those at the same offsets are there, each once. */
    @Test
    void anArchiveKeepsWhatReplacesALostEnd() throws Exception {
        storesWhatReplacesALostEnd("archive", this::archived);
        assertThat(problems()).isEmpty();
        // Merging must not take the files of the two logs for each other's.
        try (Compaction compaction = Compaction.open(ArchiveDirectory.of(directory.resolve("archive")), merged -> {})) {
            assertThat(compaction.run(Selection.ALL).merged()).isGreaterThan(1);
        }
        assertThat(archived("before")).isEqualTo(SENT * LINES);
        assertThat(archived("again")).isEqualTo(SENT_AGAIN * LINES);
        assertThat(archived("more")).isEqualTo(LINES);
        assertThat(problems()).isEmpty();
    }

    @Test
    void filesOfLinesKeepWhatReplacesALostEnd() throws Exception {
        storesWhatReplacesALostEnd("file", this::inFiles);
    }

    private void storesWhatReplacesALostEnd(String scheme, ToIntFunction<String> lines) throws Exception {
        String store = scheme + ":" + directory.resolve(scheme) + "?every=1s";
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
            for (int part = 1; part <= 2; part++) {
                new StorageBatches(topics, kafka).sendMany("before", "v" + part, SENT / 2);
                awaitStored(store, lines, "before", part * SENT / 2);
            }
        }
        loseEnd(KEPT);
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker)) {
            assertThat(topics.end(kafka.topics().storage())).isEqualTo(KEPT);
            for (int part = 1; part <= 2; part++) {
                new StorageBatches(topics, kafka).sendMany("again", "v" + part, SENT_AGAIN / 2);
                if (part == 1) {
                    assertThat(topics.end(kafka.topics().storage())).isEqualTo(SENT);
                }
                awaitStored(store, lines, "again", part * SENT_AGAIN / 2);
            }
            new StorageBatches(topics, kafka).sendMany("more", "v", 1);
            awaitStored(store, lines, "more", 1);
            assertThat(lines.applyAsInt("before")).isEqualTo(SENT * LINES);
            assertThat(lines.applyAsInt("again")).isEqualTo(SENT_AGAIN * LINES);
            assertReportedOnce(topics);
        }
    }

    /** The topic loses its end again, before the writer has read what replaces the first one. */
    @Test
    void anArchiveSurvivesASecondLoss() throws Exception {
        String store = "archive:" + directory.resolve("archive") + "?every=1s";
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
            new StorageBatches(topics, kafka).sendMany("before", "v", SENT);
            awaitStored(store, this::archived, "before", SENT);
        }
        for (int kept : new int[] {KEPT, KEPT / 2}) {
            loseEnd(kept);
            try (EmbeddedBroker broker = broker();
                    TestTopics topics = new TestTopics(broker);
                    WriterService writer = writer(store)) {
                assertThat(topics.end(kafka.topics().storage())).isEqualTo(kept);
                writer.start();
                eventually("the loss is noticed", () -> hasLog(kept));
            }
        }
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker)) {
            assertThat(topics.end(kafka.topics().storage())).isEqualTo(KEPT / 2);
            new StorageBatches(topics, kafka).sendMany("again", "v", SENT_AGAIN);
            awaitStored(store, this::archived, "again", SENT_AGAIN);
            assertThat(archived("before")).isEqualTo(SENT * LINES);
            assertThat(problems()).isEmpty();
        }
    }

    /** Whether the archive has a log that begins at this offset. */
    private boolean hasLog(long offset) {
        try (Stream<Path> all = Files.list(directory.resolve("archive").resolve("_weir"))) {
            for (Path log :
                    all.map(each -> each.resolve("log")).filter(Files::exists).toList()) {
                if (Files.readString(log).matches("(?s)log \\d " + offset + " .*")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anArchiveOfARunningWriterKeepsWhatReplacesALostEnd() throws Exception {
        String store = "archive:" + directory.resolve("archive") + "?every=1s";
        try (WriterService writer = writer(store)) {
            try (EmbeddedBroker broker = broker();
                    TestTopics topics = new TestTopics(broker);
                    Admin admin = Admin.create(kafka.clientProperties())) {
                TopicCreator.ensure(admin, kafka.declarations());
                writer.start();
                new StorageBatches(topics, kafka).sendMany("before", "v", SENT);
                eventually("all is archived", () -> archived("before") == SENT * LINES);
            }
            loseEnd(KEPT);
            try (EmbeddedBroker broker = broker();
                    TestTopics topics = new TestTopics(broker)) {
                new StorageBatches(topics, kafka).sendMany("again", "v", SENT_AGAIN);
                eventually("the rest is archived", () -> archived("again") == SENT_AGAIN * LINES);
                assertThat(archived("before")).isEqualTo(SENT * LINES);
                assertThat(problems()).isEmpty();
                assertReportedOnce(topics);
            }
        }
    }

    private void assertReportedOnce(TestTopics topics) {
        assertThat(topics.readNow(kafka.topics().rejected()))
                .extracting(record -> Rejection.read(record.headers()).source())
                .containsExactly(kafka.topics().storage() + "/0/" + KEPT);
    }

    private void awaitStored(String measurement, int batches) {
        awaitStored(questDb.url(), this::count, measurement, batches);
    }

    private void awaitStored(String store, ToIntFunction<String> lines, String measurement, int batches) {
        try (WriterService writer = writer(store)) {
            writer.start();
            eventually("all of " + measurement + " is stored", () -> lines.applyAsInt(measurement) == batches * LINES);
        }
    }

    private WriterService writer(String store) {
        return new WriterService(
                YamlSource.text("writer.yaml", "store: " + store).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry());
    }

    private int archived(String measurement) {
        Path archive = directory.resolve("archive");
        if (!Files.exists(archive.resolve("_weir"))) {
            return 0;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ArchiveDirectory.of(archive).export(Selection.ALL, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count(out.toString(UTF_8), measurement);
    }

    private List<String> problems() throws IOException {
        List<String> problems = new ArrayList<>();
        new ArchiveCheck(ArchiveDirectory.of(directory.resolve("archive")), problems::add).run();
        return problems;
    }

    private int inFiles(String measurement) {
        return count(FilesOfLines.text(directory.resolve("file")), measurement);
    }

    private static int count(String text, String measurement) {
        return (int)
                text.lines().filter(line -> line.startsWith(measurement + ",")).count();
    }

    private int count(String measurement) {
        return questDb.hasRows(measurement) ? Integer.parseInt(questDb.value("select count() from " + measurement)) : 0;
    }

    private void loseEnd(int kept) throws IOException {
        LostEnd.cut(directory.resolve("kafka"), kafka.topics().storage(), kept);
    }

    private EmbeddedBroker broker() {
        return EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
    }
}
