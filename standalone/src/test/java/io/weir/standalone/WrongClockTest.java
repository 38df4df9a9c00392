package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway on a machine whose clock is wrong, with a Kafka whose clock is right. */
@Tag("long")
class WrongClockTest {
    private static final Topics TOPICS = new Topics("");
    private static final Duration YEAR = Duration.ofDays(365);
    /** Less than any step of these clocks, and more than a test on a busy machine takes. */
    private static final long NOW_MILLIS = 1_800_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MovableClock wall = new MovableClock();
    private final EmbeddedBroker broker;
    private final TestTopics topics;

    WrongClockTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
        topics = new TestTopics(broker);
    }

    @AfterEach
    void closeBroker() {
        topics.close();
        broker.close();
    }

    @Test
    void aStepOfAYearAndBackStampsNothingWrong() throws Exception {
        try (GatewayService gateway = gateway()) {
            gateway.start();
            eventually("it ticks", () -> !ticks().isEmpty());
            assertThat(gateway.health().ready()).isTrue();
            send(gateway, "before v=1");

            wall.by = YEAR;
            eventually(
                    "it is unready and says why",
                    () -> !gateway.health().ready()
                            && gateway.health().detail().contains(" days ahead of Kafka's")
                            && gateway.health().detail().contains("correct the wrong one"));
            assertThat(meters.get("weir.gateway.clock.ahead.seconds").gauge().value())
                    .isGreaterThan(364 * 86_400.0);
            send(gateway, "meanwhile v=1");
            eventually("all are there", () -> lines().contains("meanwhile v=1"));
            int ticked = ticks().size();

            wall.by = Duration.ZERO;
            eventually("it is ready", () -> gateway.health().ready());
            eventually("it ticks again", () -> ticks().size() > ticked);
            send(gateway, "after v=1");
            eventually("all are there", () -> lines().contains("after v=1"));
        }
        assertThatAllIsStampedNow();
    }

    @Test
    void aClockWrongFromTheStartStampsNothingWrongOnceKafkaAnswers() throws Exception {
        wall.by = YEAR.negated();
        try (GatewayService gateway = gateway()) {
            gateway.start();
            // Days are whole ones, and the comparison with Kafka's clock is exact to milliseconds.
            eventually("it says so", () -> gateway.health().detail().contains(" days behind Kafka's"));
            assertThat(gateway.health().ready()).isFalse();
            assertThat(meters.get("weir.gateway.clock.ahead.seconds").gauge().value())
                    .isCloseTo(-365 * 86_400.0, within(60.0));
            send(gateway, "late v=1");
            eventually("it is there", () -> lines().contains("late v=1"));
            assertThat(ticks()).isEmpty();
        }
        assertThatAllIsStampedNow();
    }

    /** Processing would otherwise take the series for one of a host whose clock is an hour ahead, and close its windows. */
    @Test
    void whatCameBeforeKafkaAnsweredIsReceivedByTheBrokersTime() throws Exception {
        wall.by = Duration.ofHours(-1);
        try (GatewayService gateway = gateway()) {
            gateway.start();
            send(gateway, "early v=1 " + System.currentTimeMillis() * 1_000_000);
            eventually("it is there", () -> lines().contains("early v=1"));
        }
        assertThatAllIsStampedNow();
    }

    private void assertThatAllIsStampedNow() {
        List<ConsumerRecord<byte[], byte[]>> raw = topics.readNow(TOPICS.raw());
        assertThat(raw).isNotEmpty().allSatisfy(record -> assertThat(System.currentTimeMillis() - record.timestamp())
                .isBetween(-NOW_MILLIS, NOW_MILLIS));
        for (String line : lines().lines().toList()) {
            long stampNanos = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            assertThat(System.currentTimeMillis() - stampNanos / 1_000_000)
                    .as(line)
                    .isBetween(-NOW_MILLIS, NOW_MILLIS);
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> ticks() {
        return topics.readNow(TOPICS.raw()).stream()
                .filter(record -> BatchHeaders.isEmpty(record.value()) && BatchHeaders.state(record.headers()) == null)
                .toList();
    }

    private String lines() {
        StringBuilder lines = new StringBuilder();
        topics.readNow(TOPICS.raw()).forEach(record -> lines.append(new String(record.value(), UTF_8)));
        return lines.toString();
    }

    private static void send(GatewayService gateway, String line) throws Exception {
        byte[] bytes = line.getBytes(UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), gateway.udpPort()));
        }
    }

    private GatewayService gateway() {
        GatewayConfig config = YamlSource.text(
                        "test", "{id: one, spool: {bytes: 0}, udp: {host: 127.0.0.1, port: 0, threads: 1}}")
                .read(GatewayConfig::read);
        return new GatewayService(
                config, new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 3, (short) 1), meters, wall);
    }

    /** The machine's clock with an offset. */
    private static final class MovableClock extends Clock {
        volatile Duration by = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(by);
        }
    }
}
