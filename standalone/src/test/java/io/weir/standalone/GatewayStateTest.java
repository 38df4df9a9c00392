package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Values set in {@code control.state} reach every partition of {@code metrics.raw}, on an
 * in-process Kafka.
 */
class GatewayStateTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 3;

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    GatewayStateTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    @AfterEach
    void closeBroker() {
        topics.close();
        broker.close();
    }

    @Test
    void isRelayedAsOperatorsAndProgramsChangeItAndAnewByAGatewayThatStarts() {
        assertThat(weir(1, "state", "list")).contains("control.state does not exist yet");
        try (GatewayService gateway = gateway("one")) {
            gateway.start();
            eventually("the gateway is ready", () -> gateway.health().ready());

            assertThat(weir(0, "state", "set", "run=7", "beam=p p")).isEqualTo("""
                    beam: not set -> p p
                    run: not set -> 7
                    """);
            awaitEverywhere("one", Map.of("run", "7", "beam", "p p"));

            topics.send(new ProducerRecord<>(TOPICS.farmState(), "run".getBytes(UTF_8), "8".getBytes(UTF_8)));
            topics.send(new ProducerRecord<>(TOPICS.farmState(), "beam".getBytes(UTF_8), "a\nb".getBytes(UTF_8)));
            awaitEverywhere("one", Map.of("run", "8"));
            assertThat(weir(0, "state", "list")).isEqualTo("run=8\n");
            assertThat(meters.get("weir.gateway.state.unusable")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
        try (GatewayService other = gateway("other")) {
            other.start();
            awaitEverywhere("other", Map.of("run", "8"));

            assertThat(weir(0, "state", "unset", "run")).isEqualTo("run: 8 -> not set\n");
            awaitEverywhere("other", Map.of());
        }
    }

    @Test
    void invalidValuesAreReportedAndNotWritten() {
        assertThat(weir(2, "state", "set", "run")).contains("\"run\" is not NAME=VALUE");
        assertThat(weir(2, "state", "set", "run=")).contains("the value of a state must not be empty");
        assertThat(weir(2, "state", "unset", "the run")).contains("the name of a state must be 1 to 64 of");
    }

    /** Waits until the last state marker of the gateway in each partition has these values. */
    private void awaitEverywhere(String gateway, Map<String, String> values) {
        eventually(gateway + " has told " + values, () -> {
            Map<Integer, Map<String, String>> last = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : topics.readNow(TOPICS.raw())) {
                byte[] state = BatchHeaders.state(record.headers());
                if (state != null && gateway.equals(BatchHeaders.gateway(record.headers()))) {
                    assertThat(BatchHeaders.isEmpty(record.value())).isTrue();
                    last.put(
                            record.partition(),
                            FarmState.of(state).orElseThrow().values());
                }
            }
            return last.keySet().equals(Set.of(0, 1, 2))
                    && last.values().stream().allMatch(values::equals);
        });
    }

    private GatewayService gateway(String id) {
        GatewayConfig config = YamlSource.text(
                        "test", "{id: " + id + ", spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 1}}")
                .read(GatewayConfig::read);
        return new GatewayService(
                config, new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, PARTITIONS, (short) 1), meters);
    }

    /** The output of the command, on either stream. */
    private String weir(int exitCode, String... arguments) {
        StringWriter told = new StringWriter();
        PrintWriter to = new PrintWriter(told, true);
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--bootstrap=" + broker.bootstrap();
        assertThat(Weir.commandLine().setOut(to).setErr(to).execute(all))
                .as(told::toString)
                .isEqualTo(exitCode);
        return told.toString();
    }
}
