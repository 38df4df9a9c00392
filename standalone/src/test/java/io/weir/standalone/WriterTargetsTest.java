package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static io.weir.standalone.StorageBatches.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.InfluxDbProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The storage writer between a real Kafka and real InfluxDBs 1.x, of which some are down. Each test
 * has its own topics.
 */
class WriterTargetsTest {
    private static final int PARTITIONS = 2;

    private static EmbeddedBroker broker;
    private static TestTopics records;
    private static InfluxDbProcess influxDb;
    private static int tests;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private KafkaSettings kafka;
    private StorageBatches batches;

    @BeforeAll
    static void startServers(@TempDir Path directory) {
        influxDb = InfluxDbProcess.start(1);
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
    }

    @AfterAll
    static void stopServers() {
        records.close();
        broker.close();
        influxDb.close();
    }

    @BeforeEach
    void createTopics() {
        kafka = new KafkaSettings(
                broker.bootstrap(), Map.of(), new Topics("target" + ++tests + "."), PARTITIONS, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        batches = new StorageBatches(records, kafka);
    }

    @Test
    void aDeadTargetDelaysNoOtherAndIsNamed() {
        String config = """
                store: %s
                routes:
                  - {measurement: "debug*", skip: true}
                  - {measurement: cpu, to: cpu_db}
                  - {measurement: link, as: "{measurement}.{host}"}
                  - {measurement: kept, to: metrics/kept}
                targets:
                  dead: {store: "influxdb1://127.0.0.1:%s/metrics"}
                  second: {store: "%s", routes: [{measurement: "*", to: second_db}], in-flight: 1}
                """.formatted(influxDb.url(), FreePorts.next(), influxDb.url());
        influxDb.series("CREATE DATABASE metrics");
        influxDb.series("CREATE RETENTION POLICY kept ON metrics DURATION INF REPLICATION 1");
        try (WriterService writer = writer(config)) {
            writer.start();
            batches.send("kept,host=a v=1 " + T);
            batches.sendMany("many", "v", 300);
            batches.send(
                    "debug,host=a v=1 1\ncpu,host=a v=1 " + T + "\nlink,host=a v=1 " + T + "\nlink,host=b v=1 " + T);

            eventually(
                    "all is stored by the living",
                    () -> counted("weir.writer.lines.stored", "main") == 3004
                            && counted("weir.writer.lines.stored", "second") == 3005);
            assertThat(writer.health().ready()).isFalse();
            assertThat(writer.health().detail()).startsWith("target dead: store influxdb1://127.0.0.1");
        }
        assertThat(influxDb.value("SELECT count(v) FROM many")).isEqualTo("3000");
        assertThat(influxDb.value("SELECT count(v) FROM second_db..many")).isEqualTo("3000");
        assertThat(influxDb.value("SELECT count(v) FROM cpu_db..cpu")).isEqualTo("1");
        assertThat(influxDb.value("SELECT count(v) FROM second_db..cpu")).isEqualTo("1");
        assertThat(influxDb.value("SELECT count(v) FROM second_db..debug")).isEqualTo("1");
        assertThat(influxDb.value("SELECT count(v) FROM metrics.kept.kept")).isEqualTo("1");
        assertThat(influxDb.value("SELECT count(v) FROM \"link.b\"")).isEqualTo("1");
        assertThat(counted("weir.writer.lines.stored", "dead")).isZero();
    }

    @Test
    void routeThatLeadsNowhereStopsTheStart() {
        String config = "store: questdb://127.0.0.1:9\nroutes: [{measurement: cpu, to: cpu_db}]";

        assertThatThrownBy(() -> writer(config))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("target main")
                .hasMessageContaining("cpu_db");
    }

    @Test
    void recordsDeletedBeforeStorageAreReportedOnce(@TempDir Path state) throws Exception {
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            batches.sendMany("gap", "v", 40);
            eventually("all is stored", () -> count("gap") == 400);
        }
        batches.sendMany("gap", "v", 100);
        delete(kafka.topics().storage(), Map.of(0, 50L, 1, 31L));
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            eventually("what is left is stored", () -> count("gap") == 400 + (140 - 81) * 10);
        }
        batches.sendMany("gap", "v", 2);
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            eventually("the rest is stored", () -> count("gap") == 400 + (142 - 81) * 10);
        }

        var told = records.read(kafka.topics().rejected(), 2);
        assertThat(told).hasSize(2).allMatch(record -> record.value().length == 0);
        assertThat(told.stream().map(record -> Rejection.read(record.headers())).toList())
                .extracting(Rejection::source)
                .containsExactlyInAnyOrder(
                        kafka.topics().storage() + "/0/20-49", kafka.topics().storage() + "/1/20-30");
        assertThat(Rejection.read(told.get(0).headers()).reason()).startsWith("retention-overtook: ");
        assertThat(counted("weir.writer.records.expired", "main")).isEqualTo(30 + 11);
        try (AlarmingService alarming = new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(state),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                meters)) {
            alarming.start();
            records.await(
                    kafka.topics().events(),
                    "\"weir-intake/writer/" + kafka.topics().storage() + "\"");
        }
    }

    /** As after an outage that is longer than the brokers keep offsets and records. */
    @Test
    void deletedRecordsAreReportedThoughTheOffsetsExpired() throws Exception {
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            batches.sendMany("expired", "v", 40);
            eventually("all is stored", () -> count("expired") == 400);
        }
        batches.sendMany("expired", "v", 100);
        delete(kafka.topics().storage(), Map.of(0, 50L));
        deleteOffsets();
        for (int start = 0; start < 2; start++) {
            try (WriterService writer = writer("store: " + influxDb.url())) {
                writer.start();
                eventually("what is left is stored", () -> count("expired") == (140 - 30) * 10);
            }
        }

        assertThat(Rejection.read(
                        records.read(kafka.topics().rejected(), 1).get(0).headers()))
                .extracting(Rejection::source)
                .isEqualTo(kafka.topics().storage() + "/0/50");
        assertThat(counted("weir.writer.records.expired", "main")).isEqualTo(1);
    }

    /** As an administrator does it, while the writer runs. */
    @Test
    void aRecreatedTopicIsReportedAndReadFromItsStart() throws Exception {
        String storage = kafka.topics().storage();
        try (WriterService writer = writer("store: " + influxDb.url());
                Admin admin = Admin.create(kafka.clientProperties())) {
            writer.start();
            batches.sendMany("anew", "v", 40);
            eventually("all is stored", () -> count("anew") == 400);
            RecreatedTopic.recreate(admin, storage, PARTITIONS);
            batches.sendMany("again", "v", 10);
            eventually("the new one is stored", () -> count("again") == 100);
        }

        assertThat(records.read(kafka.topics().rejected(), PARTITIONS))
                .extracting(record -> Rejection.read(record.headers()).source())
                .containsExactlyInAnyOrder(storage + "/0/0", storage + "/1/0");
    }

    /** The committed offset keeps a restart from reporting them again. */
    @Test
    void deletedMarksOfTiersAreReportedOnce() throws Exception {
        String marks = kafka.topics().tiers();
        for (int i = 0; i < 5; i++) {
            records.send(marks, new byte[0]);
        }
        delete(marks, Map.of(0, 3L));
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            assertThat(Rejection.read(
                            records.read(kafka.topics().rejected(), 1).get(0).headers()))
                    .extracting(Rejection::source)
                    .isEqualTo(marks + "/0/3");
        }
        assertThat(committedMarks()).isEqualTo(3);
        delete(marks, Map.of(0, 5L));
        try (WriterService writer = writer("store: " + influxDb.url())) {
            writer.start();
            assertThat(Rejection.read(
                            records.read(kafka.topics().rejected(), 2).get(1).headers()))
                    .extracting(Rejection::source)
                    .isEqualTo(marks + "/0/3-4");
            eventually("the next start does not report it", () -> committedMarks() == 5);
        }
        assertThat(meters.get("weir_records_missed")
                        .tag("topic", marks)
                        .counter()
                        .count())
                .isEqualTo(1 + 2);
    }

    private long committedMarks() {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            OffsetAndMetadata next = admin.listConsumerGroupOffsets(
                            kafka.topics().prefix() + "weir-writer.tiers")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(kafka.topics().tiers(), 0));
            return next == null ? -1 : next.offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest(name = "InfluxDB {0}.x")
    @ValueSource(ints = {1, 2})
    void transitionsOfAlarmsAreAnnotationsOnce(int major, @TempDir Path directory) throws IOException {
        String event = """
                {"id": "a/%1$s", "transition": "a/%1$s#%1$s", "rule": "a", "ruleVersion": "1", "from": "NORMAL",
                 "to": "UNACKNOWLEDGED", "severity": "MAJOR", "value": 1.0, "threshold": 0.5, "message": "too high",
                 "guidance": "", "tags": {}, "eventTime": "2026-11-20T10:00:00.000Z",
                 "decisionTime": "2026-11-20T10:00:00.000Z", "user": null, "reason": null}""";
        IntStream.range(0, 20)
                .forEach(i -> records.send(
                        kafka.topics().events(), event.formatted(i % 10).getBytes(UTF_8)));
        records.send(kafka.topics().events(), "nonsense".getBytes(UTF_8));
        try (InfluxDbProcess store = InfluxDbProcess.start(major);
                WriterService writer = writer(
                        "annotations: transitions\nstore: " + store.url() + "\n" + store.tokenSetting(directory))) {
            writer.start();
            eventually("all are stored", () -> store.value("SELECT count(title) FROM transitions")
                    .equals("10"));
            // The query of the page on storage.
            assertThat(store.series("SELECT title, text, tags FROM transitions WHERE time > 0")
                            .path("values")
                            .path(0)
                            .path(1)
                            .asText())
                    .isEqualTo("too high");
            var rejected = records.read(kafka.topics().rejected(), 1);
            assertThat(new String(rejected.get(0).value(), UTF_8)).isEqualTo("nonsense");
        }
    }

    @Test
    void refusedLinesAreStoredOnceAndThoseRefusedAgainAreCounted() throws Exception {
        String config = """
                store: %1$s
                refused: refused
                targets:
                  other: {store: "%1$s", refused: refused, routes: [{measurement: refused, to: other}, {measurement: "*", skip: true}]}
                """.formatted(influxDb.url());
        // There, now, the texts are of another type than the field.
        influxDb.series("CREATE DATABASE other");
        HttpRequest number = HttpRequest.newBuilder(URI.create("http://" + influxDb.address() + "/write?db=other"))
                .POST(HttpRequest.BodyPublishers.ofString("refused,code=x line=1"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(number, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(204);
        try (WriterService writer = writer(config)) {
            writer.start();
            batches.send("typed,host=a v=1 " + T);
            eventually("the type is known", () -> counted("weir.writer.lines.stored", "main") == 1);
            batches.send("typed,host=b v=\"a word\" " + T);
            records.send(kafka.topics().rejected(), "no line".getBytes(UTF_8));

            eventually("both are stored", () -> influxDb.value("SELECT count(line) FROM refused")
                    .equals("2"));
            assertThat(influxDb.value("SELECT line FROM refused WHERE code = 'store-refused'"))
                    .contains("typed,host=b v=\"a word\" " + T);
            eventually("both are refused there", () -> counted("weir.writer.lines.rejected", "other") == 2);
            // Another pass through the topic would have brought more.
            records.send(kafka.topics().rejected(), "the last".getBytes(UTF_8));
            eventually("the last is stored, too", () -> influxDb.value("SELECT count(line) FROM refused")
                    .equals("3"));
            eventually("the last is refused there", () -> counted("weir.writer.lines.rejected", "other") == 3);
            assertThat(records.read(kafka.topics().rejected(), 3)).hasSize(3);
        }
    }

    private WriterService writer(String config) {
        return new WriterService(
                YamlSource.text("writer.yaml", config).read(WriterConfig::read),
                Rules.fixed(RuleFile.passThrough()),
                kafka,
                meters);
    }

    private double counted(String meter, String target) {
        return meters.find(meter).tag("target", target).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static long count(String measurement) {
        String count = influxDb.value("SELECT count(v) FROM " + measurement);
        return count.isEmpty() ? 0 : Long.parseLong(count);
    }

    private void deleteOffsets() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            admin.deleteConsumerGroups(List.of(kafka.topics().prefix() + "weir-writer"))
                    .all()
                    .get();
        }
    }

    private void delete(String topic, Map<Integer, Long> before) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            admin.deleteRecords(before.entrySet().stream()
                            .collect(Collectors.toMap(
                                    each -> new TopicPartition(topic, each.getKey()),
                                    each -> RecordsToDelete.beforeOffset(each.getValue()))))
                    .all()
                    .get();
        }
    }
}
