package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another Kafka, whose topic a gateway reads, loses the end of the topic with its machine's power. Then the topic grows
 * beyond the gateway's offset.
 */
@Tag("long")
class LostEndInputTest {
    private static final String INPUT = "kafka-topics";
    private static final String TOPIC = "farm";
    private static final int SENT = 40;
    private static final int KEPT = 10;
    private static final int SENT_AGAIN = 60;

    private final Path directory;
    private final int port = FreePorts.next();

    LostEndInputTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** Processing must not take their offsets for repeats either. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void linesThatReplaceALostEndCount(boolean isGatewayEnded) throws Exception {
        try (EmbeddedBroker own = EmbeddedBroker.start(directory.resolve("own"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(own)) {
            GatewayService gateway = started(own);
            try (EmbeddedBroker source = source();
                    TestTopics theirs = new TestTopics(source)) {
                new SourceTopic(theirs, TOPIC, 1).create(source.bootstrap());
                send(theirs, "before", SENT);
                GatewayService reading = gateway;
                eventually("all is read", () -> acknowledged(reading) == SENT);
                if (isGatewayEnded) {
                    gateway.close();
                }
            }
            LostEnd.cut(directory.resolve("source"), TOPIC, KEPT);
            try (EmbeddedBroker source = source();
                    TestTopics theirs = new TestTopics(source)) {
                assertThat(theirs.end(TOPIC)).isEqualTo(KEPT);
                send(theirs, "again", SENT_AGAIN);
                gateway = isGatewayEnded ? started(own) : gateway;
                eventually("the rest counts", () -> SourceTopic.fresh(topics).size() >= SENT + SENT_AGAIN);
                assertThat(SourceTopic.fresh(topics)).hasSize(SENT + SENT_AGAIN).doesNotHaveDuplicates();
                assertThat(topics.read(new Topics("").rejected(), 1))
                        .extracting(record -> new String(record.value(), UTF_8))
                        .singleElement()
                        .asString()
                        .contains("the topic lost its end; continuing at " + KEPT);
            } finally {
                gateway.close();
            }
        }
    }

    /** Sends each line in a batch of its own. */
    private static void send(TestTopics theirs, String host, int lines) {
        for (int line = 0; line < lines; line++) {
            theirs.send(TOPIC, ("farm,host=" + host + " value=" + line + "i 1790000000000000000").getBytes(UTF_8));
        }
    }

    private EmbeddedBroker source() {
        return EmbeddedBroker.start(directory.resolve("source"), port, FreePorts.next());
    }

    private static long acknowledged(GatewayService gateway) {
        return gateway.counts(INPUT).acknowledged.sum();
    }

    private GatewayService started(EmbeddedBroker own) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: one, spool: {bytes: 0}, udp: {enabled: false}, " + INPUT
                                + ": {enabled: true, topics: [" + TOPIC + "], bootstrap: '" + EmbeddedBroker.HOST + ":"
                                + port + "'}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(
                config,
                new KafkaSettings(own.bootstrap(), Map.of(), new Topics(""), 1, (short) 1),
                new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }
}
