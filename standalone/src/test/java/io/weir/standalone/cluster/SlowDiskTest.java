package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.spool.Disk;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway whose spool is on a slow disk, while Kafka is away. Lines that the disk does not take in
 * time wait in memory until that is full. Once Kafka is back, the spool drains completely, although
 * lines arrive at the same rate.
 */
@Tag("nightly")
class SlowDiskTest {
    private static final int PARTITIONS = 4;
    private static final int UDP_LOADS = 3;
    private static final Duration WITHIN = Duration.ofMinutes(2);
    /** The spool has 5 s; inputs, Kafka's clients and a busy machine need some more. */
    private static final Duration END_WITHIN = Duration.ofSeconds(30);

    private final Path directory;
    private final Brokers brokers;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable SlowDisk disk;

    SlowDiskTest(@TempDir Path directory) throws IOException {
        this.directory = directory.resolve("spool");
        brokers = new Brokers(directory.resolve("kafka"), 1);
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    @Test
    void theSpoolOnASlowDiskDrainsWhileLinesGoOnComing() throws Exception {
        List<UdpLoad> udp = new ArrayList<>();
        try (GatewayService gateway = gateway();
                TestTopics topics = new TestTopics(brokers.bootstrap());
                PostedLines posted = new PostedLines(gateway.port("http"))) {
            InputCounts counts = gateway.counts("udp");
            await(gateway, "lines are acknowledged", () -> posted.acknowledged() > 10);
            brokers.suspend(0);
            long awayNanos = System.nanoTime();
            await(
                    gateway,
                    "the spool is used",
                    () -> gateway.counts("http").spooled.sum() > 0);
            int before = posted.acknowledged();
            await(gateway, "lines are acknowledged without Kafka", () -> posted.acknowledged() > before + 10);
            assertThat(posted.refused()).as("refused while there is room").isZero();

            for (int i = 0; i < UDP_LOADS; i++) {
                udp.add(new UdpLoad(gateway.udpPort()));
            }
            await(gateway, "UDP lines are spooled", () -> counts.spooled.sum() > 0);
            await(gateway, "UDP lines are dropped", () -> counts.dropped.total() > 0);
            await(gateway, "senders are refused", () -> posted.refused() > 0);
            long backNanos = System.nanoTime();
            assertThat(posted.acknowledgedWithout(disk()::hasForced, awayNanos, backNanos))
                    .as("bodies that were acknowledged before the disk had them")
                    .isEmpty();

            brokers.resume(0);
            long resumedNanos = System.nanoTime();
            double spooled = spooled();
            await(gateway, "the gateway is ready", () -> gateway.health().ready());
            await(gateway, "the spool is empty", () -> spooled() == 0);
            System.out.printf(
                    "SlowDiskTest: %.1f s without Kafka, %d lines and %.0f bytes in the spool, %d dropped, %d refused,"
                            + " drained in %.1f s%n",
                    (backNanos - awayNanos) / 1e9,
                    counts.spooled.sum(),
                    spooled,
                    counts.dropped.total(),
                    posted.refused(),
                    (System.nanoTime() - resumedNanos) / 1e9);
            long dropped = counts.dropped.total();
            long acknowledged = counts.acknowledged.sum();
            await(gateway, "lines go on", () -> counts.acknowledged.sum() > acknowledged + 1_000);
            assertThat(counts.dropped.total())
                    .as("dropped while Kafka takes all")
                    .isEqualTo(dropped);

            posted.end();
            udp.forEach(UdpLoad::close);
            int sent = udp.stream().mapToInt(UdpLoad::sent).sum();
            await(gateway, "all is received", () -> counts.lines.sum() >= sent);
            await(gateway, "all is accounted for", () -> counts.lines.sum() == accounted(counts));
            posted.check(posted(topics), posted.acknowledgedBefore(System.nanoTime()));
        } finally {
            udp.forEach(UdpLoad::close);
        }
        assertThat(disk().threads())
                .as("threads that waited for the disk")
                .allMatch(name -> name.equals("weir-gateway-publisher")
                        || name.equals("weir-gateway-spool")
                        || name.equals(Thread.currentThread().getName()));
    }

    @Test
    void anEndOnASlowDiskIsBoundedAndCountsWhatIsLost() throws Exception {
        InputCounts counts;
        PostedLines posted;
        int sent;
        long beganNanos;
        try (GatewayService gateway = gateway()) {
            counts = gateway.counts("udp");
            posted = new PostedLines(gateway.port("http"));
            await(gateway, "lines are acknowledged", () -> posted.acknowledged() > 10);
            brokers.suspend(0);
            List<UdpLoad> udp = new ArrayList<>();
            for (int i = 0; i < UDP_LOADS; i++) {
                udp.add(new UdpLoad(gateway.udpPort()));
            }
            await(gateway, "UDP lines are dropped", () -> counts.dropped.total() > 0);
            posted.end();
            udp.forEach(UdpLoad::close);
            sent = udp.stream().mapToInt(UdpLoad::sent).sum();
            await(gateway, "all is received", () -> counts.lines.sum() >= sent);
            assertThat(accountedWithoutKafka(counts)).as("the queue is full").isLessThan(sent);
            beganNanos = System.nanoTime();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
        System.out.printf(
                "SlowDiskTest: ended in %s, %d lines spooled, %d dropped, %d lost%n",
                took, counts.spooled.sum(), counts.dropped.total(), counts.lost.total());
        assertThat(took).isLessThan(END_WITHIN);
        assertThat(accountedWithoutKafka(counts)).as("accounted for").isEqualTo(sent);

        brokers.resume(0);
        try (GatewayService gateway = gateway();
                TestTopics topics = new TestTopics(brokers.bootstrap())) {
            Set<Integer> acknowledged = posted.acknowledgedBefore(System.nanoTime());
            await(gateway, "what was acknowledged is in Kafka", () -> posted.areIn(posted(topics), acknowledged));
            posted.check(posted(topics), acknowledged);
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> posted(TestTopics topics) {
        List<ConsumerRecord<byte[], byte[]>> records = topics.readNow(new Topics("").raw());
        records.removeIf(record -> new String(record.value(), UTF_8).startsWith("udp,"));
        return records;
    }

    /** Lines that were received while Kafka did not answer. */
    private static long accountedWithoutKafka(InputCounts counts) {
        return counts.spooled.sum() + counts.dropped.total() + counts.lost.total();
    }

    private static long accounted(InputCounts counts) {
        return counts.acknowledged.sum() + counts.dropped.total();
    }

    private double spooled() {
        return meters.get("weir.gateway.spool.bytes").gauge().value();
    }

    private SlowDisk disk() {
        return Objects.requireNonNull(disk);
    }

    private Disk slow(Disk local) {
        SlowDisk slow = new SlowDisk(local);
        disk = slow;
        return slow;
    }

    private static void await(GatewayService gateway, String what, BooleanSupplier holds) {
        try {
            eventually(what, WITHIN, holds);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + gateway.health().detail(), e);
        }
    }

    private GatewayService gateway() {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: test, udp: {host: 127.0.0.1, port: 0}, http: {enabled: true, host: 127.0.0.1, port: 0},"
                                + " queue: {bytes: 1048576}, spool: {directory: \"" + directory + "\"}}")
                .read(GatewayConfig::read);
        GatewayService gateway =
                new GatewayService(config, brokers.settings(PARTITIONS), meters, Clock.systemUTC(), this::slow);
        gateway.start();
        eventually("the gateway is ready", () -> gateway.health().ready());
        return gateway;
    }
}
