package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From datagrams to records: a gateway with a real broker. */
class GatewayEndToEndTest {
    private static final Topics TOPICS = new Topics("");
    private static final int PARTITIONS = 4;
    private static final int DATAGRAMS = 2_000;
    private static final int SERIES = 100;
    private static final int GOOD_PER_DATAGRAM = 9;

    private final Path directory;
    private final int kafkaPort = FreePorts.next();

    GatewayEndToEndTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void losesNothingThoughKafkaCameLateAndTheGatewayEndsAtOnce() throws Exception {
        GatewayService gateway = gateway();
        gateway.start();
        send(gateway, DATAGRAMS / 2);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, kafkaPort, FreePorts.next());
                TestTopics topics = new TestTopics(broker)) {
            eventually("the gateway is ready", () -> gateway.health().ready());
            send(gateway, DATAGRAMS / 2);
            eventually("the gateway has told its time", () -> topics.readNow(TOPICS.raw()).stream()
                    .anyMatch(record -> BatchHeaders.isEmpty(record.value())));
            gateway.close();

            InputCounts counts = gateway.counts("udp");
            assertThat(counts.lines.sum()).isEqualTo(DATAGRAMS * (GOOD_PER_DATAGRAM + 1L));
            assertThat(counts.rejected.total()).isEqualTo(DATAGRAMS);
            assertThat(counts.dropped.total() + counts.lost.total()).isZero();
            assertThat(counts.acknowledged.sum())
                    .isEqualTo(counts.sent.sum())
                    .isEqualTo(DATAGRAMS * (long) GOOD_PER_DATAGRAM);
            checkRaw(readAll(topics, TOPICS.raw()));
            checkRejected(topics.read(TOPICS.rejected(), (int) (DATAGRAMS - counts.unpublishedRejects.sum())));
        }
    }

    /** All records of the topic, when they contain all lines. */
    private static List<ConsumerRecord<byte[], byte[]>> readAll(TestTopics topics, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        eventually("all lines are in " + topic, () -> {
            records.clear();
            records.addAll(topics.read(topic, 1));
            return records.stream()
                            .mapToInt(record -> BatchHeaders.lines(record.headers()))
                            .sum()
                    == DATAGRAMS * GOOD_PER_DATAGRAM;
        });
        return records;
    }

    private static void checkRaw(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, Integer> linesOf = new HashMap<>();
        Map<String, Long> timeOf = new HashMap<>();
        LineReader line = new LineReader();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            String source = BatchHeaders.gateway(record.headers());
            assertThat(source).isEqualTo("test");
            String clock = source + " in " + record.partition();
            assertThat(record.timestamp()).as(clock).isGreaterThanOrEqualTo(timeOf.getOrDefault(clock, 0L));
            if (BatchHeaders.isEmpty(record.value())) {
                timeOf.put(clock, record.timestamp());
                continue;
            }
            line.wrap(record.value(), 0, record.value().length);
            int lines = 0;
            while (line.next()) {
                lines++;
                String series =
                        new String(line.bytes(), line.seriesStart(), line.seriesEnd() - line.seriesStart(), UTF_8);
                assertThat(series).matches("cpu,detector=TPC,hostname=flp[0-9]{3}");
                assertThat(line.hasTimestamp()).isTrue();
                assertThat(SeriesHash.partition(line.seriesHash(), PARTITIONS)).isEqualTo(record.partition());
                linesOf.merge(series, 1, Integer::sum);
            }
            assertThat(lines).isEqualTo(BatchHeaders.lines(record.headers()));
        }
        assertThat(timeOf).as("ticks").isNotEmpty();
        assertThat(linesOf).hasSize(SERIES).allSatisfy((series, lines) -> assertThat(lines)
                .isEqualTo(DATAGRAMS * GOOD_PER_DATAGRAM / SERIES));
    }

    private static void checkRejected(List<ConsumerRecord<byte[], byte[]>> records) {
        assertThat(records).isNotEmpty().allSatisfy(record -> {
            Rejection rejection = Rejection.read(record.headers());
            assertThat(rejection.stage()).isEqualTo("gateway");
            assertThat(rejection.reason()).isEqualTo("missing-field-value");
            assertThat(rejection.source()).startsWith("127.0.0.1:");
            assertThat(new String(record.value(), UTF_8)).isEqualTo("cpu,hostname=bad value=");
            assertThat(rejection.at()).isEqualTo(record.value().length);
            assertThat(new String(record.headers().lastHeader("position").value(), UTF_8))
                    .isEqualTo("6:24");
        });
    }

    private GatewayService gateway() {
        GatewayConfig config = YamlSource.text(
                        "test", "{id: test, spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 2}}")
                .read(GatewayConfig::read);
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:" + kafkaPort, Map.of(), TOPICS, PARTITIONS, (short) 1);
        return new GatewayService(config, kafka, new SimpleMeterRegistry());
    }

    /**
     * Every fourth good line has a timestamp, tags have both orders. Slow enough for the smallest
     * receive buffer.
     */
    private static void send(GatewayService gateway, int datagrams) throws IOException {
        long receivedBefore = gateway.counts("udp").datagrams.sum();
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < datagrams; i++) {
                StringBuilder datagram = new StringBuilder();
                for (int k = 0; k < GOOD_PER_DATAGRAM; k++) {
                    int number = i * GOOD_PER_DATAGRAM + k;
                    String host = String.format("hostname=flp%03d", number % SERIES);
                    datagram.append(k % 2 == 0 ? "cpu,detector=TPC," + host : "cpu," + host + ",detector=TPC")
                            .append(" value=")
                            .append(number)
                            .append(number % 4 == 0 ? " 1700000000000000000\n" : "\n");
                    if (k == 4) {
                        datagram.append("cpu,hostname=bad value=\n");
                    }
                }
                byte[] bytes = datagram.toString().getBytes(UTF_8);
                socket.send(
                        new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
                long atLeast = receivedBefore + i - 50;
                if (i % 25 == 0) {
                    eventually(
                            "the gateway keeps up",
                            () -> gateway.counts("udp").datagrams.sum() >= atLeast);
                }
            }
        }
    }
}
