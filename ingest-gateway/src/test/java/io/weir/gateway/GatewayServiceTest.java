package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A gateway without Kafka. Tests with Kafka are in the standalone module. */
class GatewayServiceTest {
    private static final int DATAGRAMS = 1_000;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    /** The rest of the queue has 3 s; a producer would wait for Kafka without end. */
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(30);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final GatewayService gateway = new GatewayService(
            YamlSource.text("test", "{udp: {host: 127.0.0.1, port: 0}, queue: {bytes: 1048576}, spool: {bytes: 0}}")
                    .read(GatewayConfig::read),
            KafkaSettings.defaults().withBootstrap("127.0.0.1:1"),
            meters);

    @Test
    void accountsForEveryLineWhenThereIsNoKafka() throws Exception {
        gateway.start();
        String datagram = "cpu,host=a text=\"abcdefghijklmnopqrstuvwxyz\" 1700000000000000000\n".repeat(50) + "rubbish";
        send(datagram, gateway.udpPort());

        assertThat(gateway.health().live()).isTrue();
        assertThat(gateway.health().ready()).isFalse();
        assertThat(gateway.health().detail()).contains("127.0.0.1:1");
        long closingSince = System.nanoTime();
        gateway.close();
        assertThat(Duration.ofNanos(System.nanoTime() - closingSince)).isLessThan(CLOSED_WITHIN);
        assertThat(gateway.counts("udp").rejected.total()).isEqualTo(DATAGRAMS);
        assertThat(gateway.counts("udp").dropped.of("broker-slow")).isPositive();
        assertThat(gateway.counts("udp").dropped.of("shutdown")).isPositive();
        assertThat(gateway.counts("udp").dropped.total()).isEqualTo(DATAGRAMS * 50L);
        assertThat(meter("weir.gateway.lines")).isEqualTo(DATAGRAMS * 51.0);
        assertThat(meters.get("weir.gateway.rejected")
                        .tag("reason", "missing-fields")
                        .functionCounter()
                        .count())
                .isEqualTo(DATAGRAMS);
        gateway.close();
    }

    @Test
    void reportsAllInputsThatFailToOpen() throws Exception {
        try (DatagramSocket north = new DatagramSocket();
                DatagramSocket south = new DatagramSocket()) {
            String inputs = "[{kind: udp, name: north, port: " + north.getLocalPort()
                    + "}, {kind: udp, name: south, port: " + south.getLocalPort() + "}]";
            GatewayService taken = new GatewayService(
                    YamlSource.text("test", "{udp: {enabled: false}, spool: {bytes: 0}, inputs: " + inputs + "}")
                            .read(GatewayConfig::read),
                    KafkaSettings.defaults(),
                    new SimpleMeterRegistry());
            assertThatThrownBy(taken::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("port of input north")
                    .hasMessageContaining("port of input south");
            taken.close();
        }
    }

    @Test
    void theLimitsOfAnInputHoldForNoOther() throws Exception {
        GatewayService two = new GatewayService(
                YamlSource.text("test", """
                                {spool: {bytes: 0}, limits: {allow: [192.0.2.0/24]}, udp: {host: 127.0.0.1, port: 0},
                                inputs: [{kind: udp, name: own, host: 127.0.0.1, port: 0,
                                limits: {allow: [127.0.0.0/8], lines-per-second: 1, burst: 10}}]}
                                """).read(GatewayConfig::read),
                KafkaSettings.defaults().withBootstrap("127.0.0.1:1"),
                new SimpleMeterRegistry());
        two.start();
        sendAll(two.port("udp"), "cpu v=1 1");
        sendAll(two.port("own"), "cpu v=1 1\n".repeat(20), "cpu v=1 1");
        two.close();
        assertThat(two.counts("udp").dropped.of("source-not-allowed")).isEqualTo(1);
        assertThat(two.counts("own").dropped.of("source-not-allowed")).isZero();
        assertThat(two.counts("own").dropped.of("source-rate")).isEqualTo(1);
        assertThat(two.pages().getOrDefault("/sources", () -> "no page").get())
                .isEqualTo("[{\"source\":\"127.0.0.1\",\"lines\":21,\"dropped\":1,\"rejected\":0,"
                        + "\"missing\":0,\"input\":\"own\"}]\n");
    }

    /** Sends from one port, so that one event loop receives them in this order. */
    private static void sendAll(int port, String... datagrams) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            for (String datagram : datagrams) {
                byte[] bytes = datagram.getBytes(UTF_8);
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
            }
        }
    }

    @Test
    void endsThoughItNeverStarted() {
        gateway.close();
        assertThat(gateway.health().ready()).isFalse();
    }

    private double meter(String name) {
        return meters.get(name).functionCounter().count();
    }

    /** Sends slowly enough for the smallest receive buffer. */
    private void send(String datagram, int port) throws Exception {
        byte[] bytes = datagram.getBytes(UTF_8);
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < DATAGRAMS; i++) {
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
                while (gateway.counts("udp").datagrams.sum() < i - 10) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                    Thread.onSpinWait();
                }
            }
        }
    }
}
