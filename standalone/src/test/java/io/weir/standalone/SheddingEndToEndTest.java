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
import io.weir.gateway.intake.count.InputCounts;
import io.weir.standalone.StreamSender.Protocol;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka is away for longer than a small spool lasts: the cheapest class is dropped first, the rest
 * is kept, and all drops are reported.
 */
class SheddingEndToEndTest {
    private static final Topics TOPICS = new Topics("");
    private static final List<String> MEASUREMENTS = List.of("debug_io", "trace_io", "cpu");
    /** Datagrams sent before the test checks that they were received. */
    private static final int ROUND = 10;
    /** Lines of each measurement in a datagram. */
    private static final int LINES = 10;

    private static final String FILLING = "x".repeat(200);

    private final Path directory;
    private final int kafkaPort = FreePorts.next();
    private final int controllerPort = FreePorts.next();
    /** Lines sent of each measurement. */
    private int sent;

    SheddingEndToEndTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void theCheapestClassIsDroppedFirstAndWhatIsOfNoClassNotAtAll() throws Exception {
        EmbeddedBroker broker = broker();
        GatewayService gateway = gateway();
        try (gateway;
                DatagramSocket socket = new DatagramSocket()) {
            gateway.start();
            InputCounts counts = gateway.counts("udp");
            eventually("the gateway is ready", () -> gateway.health().ready());
            broker.close();
            spoolRound(gateway, socket);
            while (counts.dropped.of("shed") < 2 * ROUND * LINES) {
                spoolRound(gateway, socket);
            }
            eventually(
                    "it is told that the first class is given up",
                    () -> isTold(gateway, "Kafka is away: .*; there is little room, so debug\\* are dropped"));
            try (StreamSender request = new StreamSender(Protocol.HTTP, 1, gateway.port("http"))) {
                assertThat(request.send("cpu value=1"))
                        .as("who can wait has to")
                        .isEqualTo(503);
            }
            while (!isTold(gateway, "Kafka is away: .*; there is little room, so debug\\* and trace_\\* are dropped")) {
                spoolRound(gateway, socket);
            }
            spoolRound(gateway, socket);
            long shed = counts.dropped.total();
            assertThat(counts.dropped.snapshot()).isEqualTo(Map.of("shed", shed));

            broker = broker();
            eventually("the spool is drained", Duration.ofSeconds(90), () -> gateway.health()
                    .ready());
            sendRound(gateway, socket);
            assertThat(counts.dropped.total()).as("all classes are back").isEqualTo(shed);
            int lines = MEASUREMENTS.size() * sent;
            eventually("all others are acknowledged", () -> counts.acknowledged.sum() == lines - shed);
            assertThat(counts.lines.sum()).isEqualTo(lines);
            assertThat(counts.rejected.total() + counts.lost.total()).isZero();
            check(broker, shed);
        } finally {
            broker.close();
        }
    }

    private void check(EmbeddedBroker broker, long shed) {
        try (TestTopics topics = new TestTopics(broker)) {
            List<String> stored = topics.readNow(TOPICS.raw()).stream()
                    .flatMap(record -> new String(record.value(), UTF_8).lines())
                    .toList();
            assertThat(of("cpu", stored)).hasSize(sent);
            assertThat(of("trace_io", stored))
                    .as("given up for the last round at least")
                    .hasSizeLessThanOrEqualTo(sent - ROUND * LINES);
            assertThat(of("debug_io", stored))
                    .as("given up at least two rounds before that")
                    .hasSizeLessThanOrEqualTo(of("trace_io", stored).size() - 2 * ROUND * LINES);
            assertThat(stored).hasSize(MEASUREMENTS.size() * sent - (int) shed).doesNotHaveDuplicates();
        }
    }

    private static List<String> of(String measurement, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(measurement + " ")).toList();
    }

    private static boolean isTold(GatewayService gateway, String expression) {
        return !gateway.health().ready() && gateway.health().detail().matches(expression);
    }

    private void spoolRound(GatewayService gateway, DatagramSocket socket) throws IOException {
        sendRound(gateway, socket);
        InputCounts counts = gateway.counts("udp");
        eventually(
                "the round is in the spool or dropped",
                () -> counts.spooled.sum() + counts.dropped.total() == counts.lines.sum());
    }

    private void sendRound(GatewayService gateway, DatagramSocket socket) throws IOException {
        for (int datagram = 0; datagram < ROUND; datagram++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < LINES; i++, sent++) {
                for (String measurement : MEASUREMENTS) {
                    lines.append(measurement)
                            .append(" text=\"" + FILLING + "\",value=" + sent)
                            .append('\n');
                }
            }
            byte[] bytes = lines.toString().getBytes(UTF_8);
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
        }
        eventually(
                "the round is received", () -> gateway.counts("udp").lines.sum() == (long) MEASUREMENTS.size() * sent);
    }

    private EmbeddedBroker broker() {
        return EmbeddedBroker.start(directory.resolve("kafka"), kafkaPort, controllerPort);
    }

    private GatewayService gateway() {
        String settings = """
                id: test
                udp: {host: 127.0.0.1, port: 0}
                http: {enabled: true, host: 127.0.0.1, port: 0}
                spool: {directory: "%s", bytes: 2097152, keep-free: 0}
                shedding: {order: ["debug*", "trace_*"]}
                """.formatted(directory.resolve("spool"));
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:" + kafkaPort, Map.of(), TOPICS, 4, (short) 1);
        return new GatewayService(
                YamlSource.text("test", settings).read(GatewayConfig::read), kafka, new SimpleMeterRegistry());
    }
}
