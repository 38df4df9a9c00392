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
import io.weir.writer.store.archive.ArchiveDirectory;
import io.weir.writer.store.archive.Selection;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The topic is created again while the writer reads it, and while an archive has records of it in memory. The leader
 * epochs of the new topic begin at 0, and are lower than those of the old one, because the broker was restarted before.
 */
@Tag("long")
@Tag("waits")
class ReplacedStorageTopicTest {
    private static final int SENT = 20;
    private static final int LINES = 10;

    private final int port = FreePorts.next();
    private final KafkaSettings kafka =
            new KafkaSettings(EmbeddedBroker.HOST + ":" + port, Map.of(), new Topics(""), 1, (short) 1);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void aStoreGetsTheNewTopic() throws Exception {
        createTopics();
        String storage = kafka.topics().storage();
        try (EmbeddedQuestDb questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
                EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(kafka.clientProperties())) {
            StorageBatches batches = new StorageBatches(topics, kafka);
            try (WriterService writer = writer(questDb.url())) {
                writer.start();
                batches.sendMany("old", "v", SENT);
                eventually("the old lines are stored", () -> stored(questDb, "old") == SENT * LINES);
                RecreatedTopic.recreate(admin, storage, 1);
                batches.sendMany("new", "v", SENT / 2);
                eventually("the new lines are stored", () -> stored(questDb, "new") == SENT / 2 * LINES);
            }
            // It continues after them, without another report.
            try (WriterService writer = writer(questDb.url())) {
                writer.start();
                batches.sendMany("more", "v", 1);
                eventually("more is stored", () -> stored(questDb, "more") == LINES);
            }
            assertThat(topics.readNow(kafka.topics().rejected()))
                    .extracting(record -> Rejection.read(record.headers()).source())
                    .containsExactly(storage + "/0/0");
        }
    }

    @Test
    void anArchiveReadsTheNewTopic() throws Exception {
        createTopics();
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(kafka.clientProperties());
                WriterService writer = writer("archive:" + directory.resolve("archive") + "?every=1h")) {
            StorageBatches batches = new StorageBatches(topics, kafka);
            writer.start();
            batches.sendMany("old", "v", SENT);
            awaitRead(topics, batches, 1);

            String storage = kafka.topics().storage();
            RecreatedTopic.recreate(admin, storage, 1);
            batches.sendMany("new", "v", SENT / 2);
            // The other one is the report.
            assertThat(awaitRead(topics, batches, 3)).contains(storage + "/0/0");
        }
        assertThat(archived("old")).isEqualTo(SENT * LINES);
        assertThat(archived("new")).isEqualTo(SENT / 2 * LINES);
    }

    /** An archive refuses a line without a timestamp when it reads it. Returns the sources of all refused records. */
    private List<String> awaitRead(TestTopics topics, StorageBatches batches, int refused) {
        batches.send("untimed,host=h v=1");
        List<String> sources = topics.read(kafka.topics().rejected(), refused).stream()
                .map(record -> Rejection.read(record.headers()).source())
                .toList();
        assertThat(sources).hasSize(refused);
        return sources;
    }

    private EmbeddedBroker broker() {
        return EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
    }

    private void createTopics() {
        try (EmbeddedBroker broker = broker();
                Admin admin = Admin.create(kafka.clientProperties())) {
            assertThat(broker.bootstrap()).isEqualTo(kafka.bootstrap());
            TopicCreator.ensure(admin, kafka.declarations());
        }
    }

    private WriterService writer(String store) {
        return new WriterService(
                YamlSource.text("writer.yaml", "store: " + store).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry());
    }

    private static int stored(EmbeddedQuestDb questDb, String measurement) {
        return questDb.hasRows(measurement) ? Integer.parseInt(questDb.value("select count() from " + measurement)) : 0;
    }

    private long archived(String measurement) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ArchiveDirectory.of(directory.resolve("archive")).export(Selection.ALL, out);
        return out.toString(UTF_8)
                .lines()
                .filter(line -> line.startsWith(measurement + ","))
                .count();
    }
}
