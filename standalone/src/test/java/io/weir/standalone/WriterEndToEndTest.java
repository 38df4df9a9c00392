package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static io.weir.standalone.StorageBatches.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage writer between a real Kafka and a real QuestDB. Each test has its own topics. */
class WriterEndToEndTest {
    private static final int PARTITIONS = 2;

    private static EmbeddedBroker broker;
    private static TestTopics records;
    private static EmbeddedQuestDb questDb;
    private static int tests;

    private KafkaSettings kafka;
    private WriterService writer;
    private StorageBatches batches;

    @BeforeAll
    static void startServers(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
    }

    @AfterAll
    static void stopServers() {
        questDb.close();
        records.close();
        broker.close();
    }

    @BeforeEach
    void createTopicsAndWriter() {
        kafka = new KafkaSettings(
                broker.bootstrap(), Map.of(), new Topics("test" + ++tests + "."), PARTITIONS, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        batches = new StorageBatches(records, kafka);
        writer = newWriter(questDb.url());
    }

    @AfterEach
    void closeWriter() {
        writer.close();
    }

    @Test
    void lineIsStoredSoonAfterItIsInTheTopic() {
        writer.start();
        eventually("the writer is ready", () -> writer.health().ready());
        batches.send("soon,host=a value=0 " + T);
        eventually("the first is stored", () -> count("soon") == 1);

        // On a busy machine, another one may be.
        AtomicInteger sent = new AtomicInteger();
        eventually("a line is stored within a second", () -> {
            long began = System.nanoTime();
            batches.send("soon,host=a value=1 " + (T + sent.incrementAndGet()));
            eventually("it is stored", () -> count("soon") == 1 + sent.get());
            return System.nanoTime() - began < 1_000_000_000L;
        });
    }

    @Test
    void storeStoppedInTheMiddleCostsNothing() {
        writer.start();
        batches.sendMany("outage", "value", 200);
        eventually("some are stored", () -> count("outage") > 0);

        questDb.stop();
        batches.sendMany("outage", "value", 200);
        eventually("the writer says so", () -> writer.health().detail().contains(questDb.url()));
        assertThat(writer.health().live()).isTrue();
        assertThat(writer.health().ready()).isFalse();
        assertThat(committed()).as("committed while the store is away").isLessThan(batches.made());
        questDb.start();

        eventually("all are stored once", () -> count("outage") == batches.made() * 10L);
        eventually("all are committed", () -> committed() == batches.made());
        assertThat(writer.health().ready()).isTrue();
    }

    @Test
    void writersThatComeAndGoStoreEachPointOnce() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 4; round++) {
            writer = newWriter(questDb.url());
            writer.start();
            batches.sendMany("restart", "value", 100);
            long enough = count("restart") + random.nextInt(1, 900);
            eventually("some are stored", () -> count("restart") >= Math.min(enough, batches.made() * 10L));
            writer.close();
            assertThat(committed() * 10).as("committed, of what is stored").isLessThanOrEqualTo(count("restart"));
        }
        writer = newWriter(questDb.url());
        writer.start();

        eventually("all are stored once", () -> count("restart") == batches.made() * 10L);
        eventually("all are committed", () -> committed() == batches.made());
    }

    @Test
    void writersShareTheWork() {
        writer.start();
        try (WriterService second = newWriter(questDb.url())) {
            batches.sendMany("shared", "value", 100);
            second.start();
            eventually(
                    "both have joined",
                    () -> second.health().ready() && writer.health().ready());
            batches.sendMany("shared", "value", 100);
            eventually("all are stored once", () -> count("shared") == batches.made() * 10L);
        }
        batches.sendMany("shared", "value", 100);

        eventually("all are stored once", () -> count("shared") == batches.made() * 10L);
        eventually("all are committed", () -> committed() == batches.made());
    }

    @Test
    void refusedLineIsKeptWithTheStoresReasonAndItsOrigin() {
        writer.start();
        batches.send("typed,host=a value=1 " + T);
        batches.send("typed,host=a value=\"text\" " + (T + 1) + "\ntyped,host=a value=2 " + (T + 2));

        eventually("good ones are stored", () -> count("typed") == 2);
        var rejected = records.read(kafka.topics().rejected(), 1);
        assertThat(rejected).hasSize(1);
        assertThat(new String(rejected.get(0).value(), UTF_8)).isEqualTo("typed,host=a value=\"text\" " + (T + 1));
        Rejection why = Rejection.read(rejected.get(0).headers());
        assertThat(why.stage()).isEqualTo("writer");
        assertThat(why.reason()).startsWith("table-refused: table: typed, column: value; cast error");
        assertThat(why.source()).isEqualTo(kafka.topics().storage() + "/1/0");
        eventually("all are committed", () -> committed() == batches.made());
    }

    @Test
    void closesSoonWhileTheStoreIsAway() {
        batches.sendMany("away", "value", 10);
        // On a busy machine, another one does.
        eventually("one closes within 5 s", () -> {
            writer = newWriter("questdb://127.0.0.1:" + FreePorts.next());
            writer.start();
            eventually("it waits", () -> writer.health().detail().contains("questdb://"));
            long began = System.nanoTime();
            writer.close();
            return System.nanoTime() - began < 5_000_000_000L;
        });
        assertThat(committed()).isZero();
    }

    private WriterService newWriter(String store) {
        return new WriterService(
                WriterConfig.defaults().withStore(StoreCatalog.BUILT_IN.parse(store), Optional.empty()),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                new SimpleMeterRegistry());
    }

    private static long count(String measurement) {
        JsonNode answer = questDb.exec("SELECT count() FROM " + measurement);
        // QuestDB lists a new table before it can be queried.
        if (answer.path("error").asText().startsWith("table does not exist")) {
            return 0;
        }
        return answer.path("dataset").path(0).path(0).asLong(-1);
    }

    /** How many batches the group has committed. */
    private long committed() {
        List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(kafka.topics().storage(), partition))
                .toList();
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(
                            kafka.topics().prefix() + "weir-writer")
                    .partitionsToOffsetAndMetadata()
                    .get();
            return partitions.stream()
                    .map(offsets::get)
                    .mapToLong(offset -> offset == null ? 0 : offset.offset())
                    .sum();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
