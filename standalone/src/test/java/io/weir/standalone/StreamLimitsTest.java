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
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The limits of streams and requests: every line read is acknowledged or counted with a reason,
 * senders that can wait lose nothing, and one sender's excess does not affect the others.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has all of 127/8")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamLimitsTest {
    private static final int OFFENDER = 2;
    private static final int NEIGHBOUR = 3;
    private static final int STRANGER = 99;
    private static final String LIMITED_RATE = "limits: {lines-per-second: 1000, burst: 300}";
    private static final int PER_SECOND = 1000;
    private static final int BURST = 300;
    /**
     * So long that one read of a stream, which is accepted as a whole, contains at most one further
     * burst.
     */
    private static final int LINE_BYTES = (64 << 10) / BURST;

    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private int gateways;
    private Topics ours = new Topics("");

    /** One broker for all tests; each gateway has its own topics. */
    StreamLimitsTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    @AfterAll
    void stopBroker() {
        topics.close();
        broker.close();
    }

    @ParameterizedTest
    @EnumSource
    void eachLineIsAcknowledgedOrRefusedWithTheReason(Protocol protocol) throws Exception {
        List<String> lines = new ArrayList<>();
        Map<String, Long> refused = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            lines.add("cpu,host=a value=" + i);
        }
        lines.add("long " + "k".repeat(300) + "=1");
        refused.put("line-too-long", 1L);
        lines.add("wide a=1,b=2,c=3,d=4");
        refused.put("too-many-fields", 1L);
        lines.add("text text=\"" + "x".repeat(30) + "\"");
        refused.put("string-too-long", 1L);
        lines.add("tagged,a=1,b=2,c=3 value=1");
        refused.put("too-many-tags", 1L);
        lines.addAll(List.of("rubbish", "rubbish", "cpu,host=a value="));
        refused.put("missing-fields", 2L);
        refused.put("missing-field-value", 1L);
        lines.addAll(newSeries("jobs", 55));
        refused.put("series-budget-measurement", 5L);
        lines.addAll(newSeries("files", 20));
        refused.put("series-budget-source", 11L); // One was for cpu.
        for (int i = 0; i < 40; i++) {
            lines.add("cpu,host=a value=" + i);
        }
        List<String> ofNeighbour = newSeries("cpu", 10);
        try (GatewayService gateway = gateway("""
                limits: {line-bytes: 200, fields: 3, string-bytes: 20, tags: 2, series-per-source: 60, series-per-measurement: 50}""");
                StreamSender offender = sender(gateway, protocol, OFFENDER);
                StreamSender neighbour = sender(gateway, protocol, NEIGHBOUR)) {
            offender.send(String.join("\n", lines) + "\n");
            InputCounts counts = gateway.counts(protocol.input());
            eventually("all is read", () -> counts.lines.sum() == lines.size());
            assertThat(neighbour.send(String.join("\n", ofNeighbour) + "\n")).isEqualTo(204);
            int sent = lines.size() + ofNeighbour.size();
            long good =
                    sent - refused.values().stream().mapToLong(Long::longValue).sum();
            eventually("all that is good is acknowledged", () -> counts.acknowledged.sum() == good);
            assertThat(counts.lines.sum()).isEqualTo(sent);
            assertThat(counts.rejected.snapshot()).isEqualTo(refused);
            assertThat(counts.dropped.total() + counts.lost.total()).isZero();
            assertThat(linesOf("cpu"))
                    .as("known series go on, those of others too")
                    .hasSize(90);
            assertThat(linesOf("jobs")).hasSize(50);
            assertThat(linesOf("files")).hasSize(9);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSourceAtTenTimesItsBudgetWaitsAndCostsOthersNothing(Protocol protocol) throws Exception {
        int excess = 10 * BURST;
        List<Integer> answers = new CopyOnWriteArrayList<>();
        try (GatewayService gateway = gateway(LIMITED_RATE);
                StreamSender offender = sender(gateway, protocol, OFFENDER)) {
            InputCounts counts = gateway.counts(protocol.input());
            long began = System.nanoTime();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < excess / BURST; i++) {
                    String lines = line("offender").repeat(BURST);
                    eventually("the offender may send", () -> {
                        answers.add(send(offender, lines));
                        return answers.get(answers.size() - 1) == 204;
                    });
                }
            });
            eventually("the offender has used up its budget", () -> counts.lines.sum() >= BURST);
            int ofNeighbours = 0;
            for (int host = NEIGHBOUR; host < NEIGHBOUR + 5; host++) {
                try (StreamSender neighbour = sender(gateway, protocol, host)) {
                    for (int i = 0; i < 10; i++, ofNeighbours += BURST / 10) {
                        assertThat(neighbour.send(line("neighbour").repeat(BURST / 10)))
                                .isEqualTo(204);
                    }
                }
            }
            int sent = excess + ofNeighbours;
            eventually("everything is acknowledged", () -> counts.acknowledged.sum() == sent);
            sending.join();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("less a burst, and what the last read or request was ahead of its budget")
                    .isGreaterThan(Duration.ofMillis(1000L * (excess - 3 * BURST) / PER_SECOND));
            assertThat(counts.lines.sum()).isEqualTo(sent);
            assertThat(counts.rejected.total() + counts.dropped.total() + counts.lost.total())
                    .isZero();
            assertThat(linesOf("neighbour")).hasSize(ofNeighbours);
            assertThat(linesOf("offender")).hasSize(excess);
            if (protocol == Protocol.HTTP) {
                assertThat(answers).containsOnly(204, 503).contains(503);
                assertThat(counts.rejectedConnections.of("source-rate")).isEqualTo(answers.size() - excess / BURST);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoMayNotSendIsTurnedAwayUnread(Protocol protocol) throws Exception {
        try (GatewayService gateway = gateway("limits: {allow: [127.0.0.0/28]}");
                StreamSender stranger = sender(gateway, protocol, STRANGER);
                StreamSender neighbour = sender(gateway, protocol, NEIGHBOUR)) {
            if (protocol == Protocol.HTTP) {
                assertThat(stranger.send("stranger value=1\n")).isEqualTo(403);
            } else {
                assertThat(stranger.isEnded()).isTrue();
            }
            assertThat(neighbour.send("neighbour value=1\n")).isEqualTo(204);
            InputCounts counts = gateway.counts(protocol.input());
            eventually("the neighbour's line is acknowledged", () -> counts.acknowledged.sum() == 1);
            assertThat(counts.rejectedConnections.snapshot()).isEqualTo(Map.of("source-not-allowed", 1L));
            assertThat(counts.lines.sum()).isEqualTo(1);
            assertThat(linesOf("stranger")).isEmpty();
        }
    }

    @Test
    void aSourceHasOneBudgetWhateverWayItTakes() throws Exception {
        GatewayService gateway = gateway("limits: {lines-per-second: 1, burst: 300}");
        InputCounts ofDatagrams = gateway.counts("udp");
        InputCounts ofStream = gateway.counts("tcp");
        try (gateway;
                StreamSender stream = sender(gateway, Protocol.TCP, OFFENDER);
                StreamSender request = sender(gateway, Protocol.HTTP, OFFENDER);
                DatagramSocket datagrams = new DatagramSocket(new InetSocketAddress("127.0.0." + OFFENDER, 0))) {
            byte[] datagram = "cpu value=1\n".repeat(2 * BURST).getBytes(UTF_8);
            for (int i = 0; i < 2; i++) {
                datagrams.send(new DatagramPacket(
                        datagram, datagram.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
            }
            eventually(
                    "the budget is used up for minutes",
                    () -> ofDatagrams.lines.sum() == 4 * BURST && ofDatagrams.dropped.total() >= 2 * BURST);
            assertThat(ofDatagrams.dropped.snapshot()).isEqualTo(Map.of("source-rate", 2L * BURST));
            stream.send("cpu value=2\n");
            assertThat(request.send("cpu value=3\n")).isEqualTo(503);
            assertThat(ofStream.lines.sum()).as("the stream waits").isZero();
        }
        assertThat(ofDatagrams.acknowledged.sum()).isEqualTo(2 * BURST);
        assertThat(ofStream.acknowledged.sum() + ofStream.dropped.total())
                .as("taken at the end, if it had come")
                .isEqualTo(ofStream.lines.sum());
    }

    private static List<String> newSeries(String measurement, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> measurement + ",series=" + i + " value=1")
                .toList();
    }

    private static String line(String who) {
        String rest = " value=1\n";
        return who + ",filling=" + "x".repeat(LINE_BYTES - who.length() - rest.length() - ",filling=".length()) + rest;
    }

    private static int send(StreamSender sender, String lines) {
        try {
            return sender.send(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All lines of a measurement that are in the topic now. */
    private List<String> linesOf(String measurement) {
        return topics.readNow(ours.raw()).stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .filter(line -> line.startsWith(measurement + ",") || line.startsWith(measurement + " "))
                .toList();
    }

    private static StreamSender sender(GatewayService gateway, Protocol protocol, int host) throws IOException {
        return new StreamSender(protocol, host, gateway.port(protocol.input()));
    }

    /** One event loop for each input, because known series are counted by loop. */
    private GatewayService gateway(String limits) {
        ours = new Topics("gateway" + gateways++ + ".");
        String settings = """
                id: test
                spool: {bytes: 0}
                udp: {host: 127.0.0.1, port: 0, threads: 1}
                tcp: {enabled: true, host: 127.0.0.1, port: 0, threads: 1}
                http: {enabled: true, host: 127.0.0.1, port: 0, threads: 1}
                """ + limits;
        KafkaSettings kafka = new KafkaSettings(broker.bootstrap(), Map.of(), ours, 4, (short) 1);
        GatewayService gateway = new GatewayService(
                YamlSource.text("test", settings).read(GatewayConfig::read), kafka, new SimpleMeterRegistry());
        gateway.start();
        eventually("the gateway is ready", () -> gateway.health().ready());
        return gateway;
    }
}
