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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that aggregates at the source, with real inputs and a real Kafka, until it stops. */
class AggregationEndToEndTest {
    private static final Topics TOPICS = new Topics("");
    private static final int HOSTS = 3;
    private static final int PROCESSES = 100;
    /** Values of each process, while the gateway runs; and one that it receives just before it stops. */
    private static final int ROUNDS = 20;

    @Test
    void aStopLosesNoValueAndEveryLineIsAccountedFor(@TempDir Path directory) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                DatagramSocket socket = new DatagramSocket()) {
            GatewayService gateway = gateway(broker);
            gateway.start();
            eventually("the gateway is ready", () -> gateway.health().ready());
            InputCounts udp = gateway.counts("udp");
            InputCounts tcp = gateway.counts("tcp");
            for (int round = 0; round < ROUNDS; round++) {
                send(gateway, socket);
                long received = (round + 1L) * HOSTS * PROCESSES;
                eventually("a round is received", () -> udp.lines.sum() == received);
            }
            eventually("a tick flushes partials", () -> udp.acknowledged.sum() > 0);
            long values = (long) (ROUNDS + 1) * HOSTS * PROCESSES;
            try (StreamSender lines = new StreamSender(Protocol.TCP, 1, gateway.port("tcp"));
                    StreamSender requests = new StreamSender(Protocol.HTTP, 1, gateway.port("http"))) {
                lines.send("proc,host=h0,pid=1 cpu=2\n");
                assertThat(requests.send("proc,host=h0,pid=1 cpu=2")).isEqualTo(204);
                send(gateway, socket);
                eventually("all is received", () -> udp.lines.sum() == values && tcp.lines.sum() == 1);
            }
            gateway.close();

            List<String> raw = topics.readNow(TOPICS.raw()).stream()
                    .flatMap(record -> new String(record.value(), UTF_8).lines())
                    .toList();
            assertThat(raw.stream().filter(line -> line.startsWith("proc,")))
                    .as("of the request, which its sender may repeat")
                    .hasSize(1);
            List<String> partials =
                    raw.stream().filter(line -> line.startsWith("proc_cpu,")).toList();
            assertThat(partials.stream()
                            .mapToLong(AggregationEndToEndTest::count)
                            .sum())
                    .isEqualTo(values + 1);
            assertThat(partials).hasSizeLessThan((int) values / 10);
            assertThat(raw).hasSize(partials.size() + 1);
            for (InputCounts each : List.of(udp, tcp)) {
                assertThat(each.lines.sum() + each.aggregates.sum())
                        .as(each.input())
                        .isEqualTo(each.aggregated.sum() + each.acknowledged.sum());
                assertThat(each.rejected.total() + each.dropped.total() + each.lost.total())
                        .isZero();
            }
        }
    }

    private static long count(String line) {
        int from = line.indexOf("count_delta=") + "count_delta=".length();
        return Long.parseLong(line.substring(from, line.indexOf('i', from)));
    }

    /** A value of each process; each host sends a datagram for ten of them. */
    private static void send(GatewayService gateway, DatagramSocket socket) throws IOException {
        for (int host = 0; host < HOSTS; host++) {
            for (int first = 0; first < PROCESSES; first += 10) {
                StringBuilder lines = new StringBuilder();
                for (int pid = first; pid < first + 10; pid++) {
                    lines.append("proc,host=h%d,pid=%d cpu=%d\n".formatted(host, pid, pid));
                }
                byte[] datagram = lines.toString().getBytes(UTF_8);
                socket.send(new DatagramPacket(
                        datagram, datagram.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
            }
        }
    }

    private static GatewayService gateway(EmbeddedBroker broker) {
        KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 2, (short) 1);
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        id: test
                        spool: {bytes: 0}
                        aggregate: [{measurement: proc, by: [host], fields: [cpu]}]
                        udp: {host: 127.0.0.1, port: 0, threads: 2}
                        tcp: {enabled: true, host: 127.0.0.1, port: 0}
                        http: {enabled: true, host: 127.0.0.1, port: 0}
                        """).read(GatewayConfig::read);
        return new GatewayService(config, kafka, new SimpleMeterRegistry());
    }
}
