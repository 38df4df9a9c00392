package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real broker refuses requests of a gateway: refused batches wait, unless the record itself is
 * the cause.
 */
@Tag("long")
class KafkaRefusalTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 2;
    private static final String SPOOL = "spool: {directory: \"%s\"}";
    private static final String NO_SPOOL = "spool: {bytes: 0}";

    private final Path directory;
    private final AuthorizingBroker broker;
    private final Admin admin;
    private final Rights rights;
    private final TestTopics topics;
    private final HttpClient http = HttpClient.newHttpClient();

    KafkaRefusalTest(@TempDir Path directory) throws Exception {
        this.directory = directory;
        broker = AuthorizingBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
        rights = new Rights(admin);
        topics = new TestTopics(broker.bootstrap());
    }

    @AfterEach
    void close() {
        topics.close();
        admin.close();
        broker.close();
    }

    @Test
    void keepsWhatItMayNotWriteUntilItMay() throws Exception {
        try (GatewayService gateway = started(SPOOL.formatted(directory.resolve("spool")))) {
            InputCounts counts = gateway.counts("http");
            rights.take(AclOperation.WRITE, TOPICS.raw());
            for (int i = 0; i < 5; i++) {
                assertThat(post(gateway, "cpu,host=a value=" + i + " " + (i + 1)))
                        .isEqualTo(204);
            }
            assertThat(counts.lost.snapshot()).isEmpty();
            assertThat(counts.spooled.sum()).isEqualTo(5);
            awaitUnready(gateway, "Kafka refuses metrics.raw: Not authorized to access topics: [metrics.raw]: ");
            rights.giveBack(AclOperation.WRITE, TOPICS.raw());
            eventually("all are acknowledged", () -> counts.acknowledged.sum() == 5);
            eventually("it is ready", () -> gateway.health().ready());
            assertThat(lines())
                    .containsExactly(
                            "cpu,host=a value=0 1",
                            "cpu,host=a value=1 2",
                            "cpu,host=a value=2 3",
                            "cpu,host=a value=3 4",
                            "cpu,host=a value=4 5");
            assertThat(counts.sent.sum()).isEqualTo(5);
        }
    }

    @Test
    void keepsWhatItIsSentWhileItsTopicIsGone() throws Exception {
        try (GatewayService gateway = started(SPOOL.formatted(directory.resolve("spool")))) {
            InputCounts counts = gateway.counts("http");
            assertThat(post(gateway, "cpu,host=a value=1 1")).isEqualTo(204);
            await(admin.deleteTopics(List.of(TOPICS.raw())).all());
            eventually(
                    "the broker has no such topic",
                    () -> !await(admin.listTopics().names()).contains(TOPICS.raw()));
            assertThat(post(gateway, "cpu,host=a value=2 2")).isEqualTo(204);
            assertThat(counts.spooled.sum()).isEqualTo(1);
            eventually("it is unready", () -> !gateway.health().ready());
            await(admin.createTopics(List.of(new NewTopic(TOPICS.raw(), PARTITIONS, (short) 1)))
                    .all());
            eventually("it is acknowledged", () -> counts.acknowledged.sum() == 2);
            assertThat(lines()).containsExactly("cpu,host=a value=2 2");
        }
    }

    @Test
    void withoutASpoolSendersAreToSendAgain() throws Exception {
        try (GatewayService gateway = started(NO_SPOOL)) {
            InputCounts counts = gateway.counts("http");
            rights.take(AclOperation.WRITE, TOPICS.raw());
            for (int i = 0; i < 5; i++) {
                assertThat(post(gateway, "cpu,host=a value=" + i + " " + (i + 1)))
                        .isEqualTo(503);
            }
            assertThat(counts.lost.snapshot()).isEmpty();
            awaitUnready(gateway, "Kafka refuses metrics.raw: Not authorized to access topics: [metrics.raw]: ");
            rights.giveBack(AclOperation.WRITE, TOPICS.raw());
            // Brokers apply a right one after another: a sender repeats its request until the
            // answer is 204.
            eventually("it is accepted", () -> post(gateway, "cpu,host=a value=9 9") == 204);
            eventually("it is ready", () -> gateway.health().ready());
            assertThat(lines()).endsWith("cpu,host=a value=9 9");
        }
    }

    @Test
    void aTopicOfTheRejectedThatIsRefusedStopsNoLines() throws Exception {
        try (GatewayService gateway = started(SPOOL.formatted(directory.resolve("spool")))) {
            rights.take(AclOperation.WRITE, TOPICS.rejected());
            assertThat(post(gateway, "cpu,host=a value=1 1\nno line")).isEqualTo(400);
            awaitUnready(
                    gateway, "Kafka refuses metrics.rejected: Not authorized to access topics: [metrics.rejected]: ");
            assertThat(post(gateway, "cpu,host=a value=2 2")).isEqualTo(204);
            assertThat(lines()).containsExactly("cpu,host=a value=1 1", "cpu,host=a value=2 2");
            rights.giveBack(AclOperation.WRITE, TOPICS.rejected());
            assertThat(topics.read(TOPICS.rejected(), 1))
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly("no line");
            eventually("it is ready", () -> gateway.health().ready());
        }
    }

    @Test
    void sendsABatchThatIsTooLargeInParts() throws Exception {
        try (GatewayService gateway = started(NO_SPOOL + ", compression: none")) {
            InputCounts counts = gateway.counts("http");
            set(TOPICS.raw(), "max.message.bytes", 3_000);
            List<String> sent = IntStream.rangeClosed(1, 300)
                    .mapToObj(i -> "cpu,host=a value=" + i + " " + i)
                    .toList();
            assertThat(post(gateway, String.join("\n", sent))).isEqualTo(204);
            assertThat(lines()).containsExactlyElementsOf(sent);
            assertThat(batches()).allSatisfy(record -> assertThat(BatchHeaders.linesOfBatch(record.headers()))
                    .isEqualTo(300));
            List<ConsumerRecord<byte[], byte[]>> parts = batches();
            int next = 0;
            for (ConsumerRecord<byte[], byte[]> part : parts) {
                assertThat(BatchHeaders.firstLine(part.headers())).isEqualTo(next);
                next += BatchHeaders.lines(part.headers());
            }
            assertThat(next).isEqualTo(300);
            assertThat(counts.acknowledged.sum()).isEqualTo(300);
            assertThat(counts.sent.sum()).isEqualTo(300);
        }
    }

    @Test
    void aLineThatIsTooLargeForItsTopicIsRefused() throws Exception {
        try (GatewayService gateway = started(NO_SPOOL + ", compression: none")) {
            InputCounts counts = gateway.counts("http");
            set(TOPICS.raw(), "max.message.bytes", 3_000);
            String large = "cpu,host=a text=\"" + "x".repeat(4_000) + "\" 2";
            assertThat(post(gateway, "cpu,host=a value=1 1\n" + large + "\ncpu,host=a value=3 3"))
                    .isEqualTo(400);
            assertThat(post(gateway, "cpu,host=a value=4 4")).isEqualTo(204);
            assertThat(lines()).containsExactly("cpu,host=a value=1 1", "cpu,host=a value=3 3", "cpu,host=a value=4 4");
            assertThat(counts.tooLarge.sum()).isEqualTo(1);
            assertThat(counts.sent.sum()).isEqualTo(4);
            assertThat(counts.acknowledged.sum()).isEqualTo(3);
            assertThat(topics.read(TOPICS.rejected(), 1)).first().satisfies(record -> {
                assertThat(new String(record.value(), UTF_8).strip()).isEqualTo(large);
                assertThat(Rejection.read(record.headers()).reason()).isEqualTo("record-too-large");
            });
        }
    }

    /** Returns when the health reports it for all partitions, each of which received lines. */
    private static void awaitUnready(GatewayService gateway, String why) {
        eventually("it says why: " + why, () -> gateway.health().detail().startsWith(why));
        assertThat(gateway.health().ready()).isFalse();
    }

    private List<ConsumerRecord<byte[], byte[]>> batches() {
        return topics.readNow(TOPICS.raw()).stream()
                .filter(record -> !BatchHeaders.isEmpty(record.value()))
                .toList();
    }

    private GatewayService started(String more) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: test, udp: {enabled: false}, http: {enabled: true, host: 127.0.0.1, port: 0}, " + more
                                + "}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(
                config,
                new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, PARTITIONS, (short) 1),
                new SimpleMeterRegistry());
        gateway.start();
        eventually("the gateway is ready", () -> gateway.health().ready());
        return gateway;
    }

    private int post(GatewayService gateway, String body) {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port("http") + "/write"))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        topics.readNow(TOPICS.raw())
                .forEach(record -> new String(record.value(), UTF_8).lines().forEach(lines::add));
        return lines;
    }

    private void set(String topic, String name, int value) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Collection<AlterConfigOp> set =
                List.of(new AlterConfigOp(new ConfigEntry(name, Integer.toString(value)), AlterConfigOp.OpType.SET));
        await(admin.incrementalAlterConfigs(Map.of(resource, set)).all());
        eventually("the broker has the setting", () -> Integer.toString(value)
                .equals(requireNonNull(
                                await(admin.describeConfigs(List.of(resource)).all())
                                        .get(resource))
                        .get(name)
                        .value()));
    }

    private static <T> T await(KafkaFuture<T> done) {
        try {
            return done.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
