package io.weir.standalone.alarms;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways with separate inputs feed one farm, and one of them is gone for a while. */
@Tag("long")
@Tag("waits")
class TwoGatewaysTest {
    private static final Topics TOPICS = new Topics("");
    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: silent, match: {measurement: heartbeat}, absent: 20s, by: [host], chatter: off}
            """));

    /** With the absence above: longer than a busy machine pauses a gateway, or this test. */
    private static final Duration INTAKE_TIMEOUT = Duration.ofSeconds(12);

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final List<AutoCloseable> running = new ArrayList<>();
    private final KafkaConsumer<byte[], byte[]> reader;
    private final DatagramSocket socket;

    /** The states reported for each alarm. */
    private final Map<String, List<String>> told = new TreeMap<>();

    /** The hosts that send, and the ports of their gateways. */
    private final Map<String, Integer> alive = new TreeMap<>();

    TwoGatewaysTest(@TempDir Path directory) throws Exception {
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
        socket = new DatagramSocket();
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 2, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        reader = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> events = List.of(new TopicPartition(TOPICS.events(), 0));
        reader.assign(events);
        reader.seekToBeginning(events);
        ProcessingConfig unset = ProcessingConfig.defaults();
        ProcessingService processing = new ProcessingService(
                new ProcessingConfig(
                        1,
                        0,
                        unset.commitInterval(),
                        unset.seriesExpiry(),
                        INTAKE_TIMEOUT,
                        unset.ahead(),
                        unset.latePerSecond(),
                        unset.lines(),
                        unset.state(),
                        directory.resolve("processing")),
                RULES,
                kafka,
                new SimpleMeterRegistry());
        running.add(processing);
        processing.start();
        AlarmingService alarming = new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")),
                RULES,
                kafka,
                new SimpleMeterRegistry());
        running.add(alarming);
        alarming.start();
        eventually(
                "both run",
                () -> processing.health().ready() && alarming.health().ready());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : running) {
            each.close();
        }
        socket.close();
        reader.close();
        topics.close();
        broker.close();
    }

    @Test
    void aStoppedGatewayIsOneAlarmAndNoHostIsAbsent() {
        GatewayService east = gateway("east");
        running.add(east);
        GatewayService west = gateway("west");
        alive.put("a", east.udpPort());
        alive.put("b", east.udpPort());
        alive.put("c", west.udpPort());
        alive.put("d", west.udpPort());
        eventually("each is heard", () -> {
            alive.forEach(this::send);
            return alive.keySet().stream().allMatch(this::isHeard);
        });
        // First, a host stops sending and its alarm is raised: this shows that everything works
        // before the actual test.
        await("a host of the other gateway is absent", "d", "silent/d", 1);
        alive.put("d", west.udpPort());
        await("it is back", "", "silent/d", 2);

        west.close();
        await("the gateway is missed", "", "weir-intake/west", 1);
        await("a host of the gateway that is left is absent", "b", "silent/b", 1);

        GatewayService back = gateway("west");
        running.add(back);
        // While the gateway was away, no gateway received d; its full period begins now.
        alive.remove("d");
        alive.put("c", back.udpPort());
        await("the gateway is back", "", "weir-intake/west", 2);
        await("who does not come back with it is absent", "", "silent/d", 3);

        assertThat(told)
                .isEqualTo(Map.of(
                        "silent/b", List.of("UNACKNOWLEDGED"),
                        "silent/d", List.of("UNACKNOWLEDGED", "NORMAL", "UNACKNOWLEDGED"),
                        "weir-intake/west", List.of("UNACKNOWLEDGED", "NORMAL")));
    }

    /**
     * All hosts except {@code silent} continue to send until an alarm has made this many
     * transitions.
     */
    private void await(String what, String silent, String alarm, int transitions) {
        alive.remove(silent);
        BooleanSupplier isTold = () -> told.getOrDefault(alarm, List.of()).size() >= transitions;
        eventually(what, () -> {
            alive.forEach(this::send);
            reader.poll(Duration.ofMillis(100)).forEach(record -> {
                AlarmEvent event = AlarmJson.readEvent(record.value());
                told.computeIfAbsent(event.id(), unseen -> new ArrayList<>())
                        .add(event.to().name());
            });
            return isTold.getAsBoolean();
        });
    }

    private boolean isHeard(String host) {
        return topics.readNow(TOPICS.alarming()).stream()
                .anyMatch(batch -> new String(batch.value(), UTF_8).contains("host=" + host + " "));
    }

    private void send(String host, int port) {
        byte[] line = ("heartbeat,host=" + host + " alive=t").getBytes(UTF_8);
        try {
            socket.send(new DatagramPacket(line, line.length, InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A ready gateway on a free port. */
    private GatewayService gateway(String id) {
        GatewayConfig config = YamlSource.text(
                        "test", "{id: " + id + ", spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 1}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(config, kafka, new SimpleMeterRegistry());
        gateway.start();
        eventually(id + " is ready", () -> gateway.health().ready());
        return gateway;
    }
}
