package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
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
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.record.internal.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The only broker loses the end of a topic with its machine's power. Before a reader returns, the topic
 * grows beyond the offset that the reader has committed.
 */
@Tag("long")
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
        loseEnd(kafka.topics().storage());
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

    private void awaitStored(String measurement, int batches) {
        try (WriterService writer = new WriterService(
                YamlSource.text("writer.yaml", "store: " + questDb.url()).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry())) {
            writer.start();
            eventually("all of " + measurement + " is stored", () -> count(measurement) == batches * LINES);
        }
    }

    private int count(String measurement) {
        return questDb.hasRows(measurement) ? Integer.parseInt(questDb.value("select count() from " + measurement)) : 0;
    }

    private EmbeddedBroker broker() {
        return EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
    }

    /** As if the system had written neither the last records of partition 0 nor what Kafka remembers of them. */
    private void loseEnd(String topic) throws IOException {
        Path logs = directory.resolve("kafka");
        for (String file :
                List.of(".kafka_cleanshutdown", "recovery-point-offset-checkpoint", "replication-offset-checkpoint")) {
            Files.deleteIfExists(logs.resolve(file));
        }
        Path segment = logs.resolve(topic + "-0").resolve("00000000000000000000.log");
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = 0;
            for (int batch = 0; batch < KEPT; batch++) {
                end += Records.LOG_OVERHEAD + batchSize(channel, end);
            }
            channel.truncate(end);
        }
    }

    private static int batchSize(FileChannel channel, long at) throws IOException {
        ByteBuffer size = ByteBuffer.allocate(Integer.BYTES);
        channel.read(size, at + Records.SIZE_OFFSET);
        return size.getInt(0);
    }
}
