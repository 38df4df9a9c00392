package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.standalone.NumberedLines;
import io.weir.standalone.TestTopics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose brokers stall, or have too few replicas in sync. */
@Tag("long")
class GatewayFaultsTest {
    private static final int PARTITIONS = 4;

    private final Path directory;

    GatewayFaultsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void anEndWhileKafkaStallsCountsNothingTwice() throws Exception {
        try (Brokers brokers = new Brokers(directory, 1);
                TestTopics topics = new TestTopics(brokers.bootstrap())) {
            GatewayService first = started(brokers);
            eventually("the gateway is ready", () -> first.health().ready());
            NumberedLines lines = new NumberedLines(first.udpPort(), counts(first).datagrams::sum);
            lines.send(TimeUnit.MILLISECONDS.toNanos(500));
            brokers.suspend(0);
            long suspendedNanos = System.nanoTime();
            lines.send(TimeUnit.SECONDS.toNanos(1));
            long beganNanos = System.nanoTime();
            first.close();
            long endedNanos = System.nanoTime();
            assertThat(endedNanos - suspendedNanos)
                    .as("until its end, it has waited for Kafka")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_500));
            assertThat(endedNanos - beganNanos)
                    .as("its end takes a few seconds: this limit only detects a hang")
                    .isLessThan(TimeUnit.MINUTES.toNanos(1));
            assertThat(counts(first).lost.total() + counts(first).dropped.total())
                    .isZero();
            assertThat(counts(first).spooled.sum()).isPositive();
            brokers.resume(0);

            try (GatewayService second = started(brokers)) {
                eventually("the gateway is ready", () -> second.health().ready());
                eventually(
                        "the spool is sent",
                        () -> counts(second).acknowledged.sum()
                                == counts(first).spooled.sum());
            }
            int repeated = lines.check(topics.readNow("metrics.raw"));
            System.out.println("GatewayFaultsTest: batches that were sent again: " + repeated);
        }
    }

    @Test
    void keepsWhatItIsSentWhileTooFewReplicasAreInSync() throws Exception {
        try (Brokers brokers = new Brokers(directory, 3);
                TestTopics topics = new TestTopics(brokers.bootstrap());
                GatewayService gateway = started(brokers)) {
            eventually("the gateway is ready", () -> gateway.health().ready());
            ConfigResource raw = new ConfigResource(ConfigResource.Type.TOPIC, "metrics.raw");
            brokers.admin()
                    .incrementalAlterConfigs(Map.of(
                            raw,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("min.insync.replicas", "3"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            NumberedLines lines = new NumberedLines(gateway.udpPort(), counts(gateway).datagrams::sum);
            lines.send(TimeUnit.MILLISECONDS.toNanos(500));
            brokers.kill(2);
            lines.send(TimeUnit.SECONDS.toNanos(2));
            eventually(
                    "Kafka acknowledges nothing",
                    () -> gateway.health().detail().startsWith("Kafka"));
            eventually("lines are spooled", () -> counts(gateway).spooled.sum() > 0);
            brokers.restart(2, "metrics.raw");
            eventually("all is acknowledged", () -> counts(gateway).acknowledged.sum() == lines.sent());
            eventually("it is ready", () -> gateway.health().ready());
            assertThat(lines.check(topics.readNow("metrics.raw"))).isZero();
        }
    }

    private GatewayService started(Brokers brokers) {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: test, udp: {host: 127.0.0.1, port: 0}, spool: {directory: \"" + directory.resolve("spool")
                                + "\"}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(config, brokers.settings(PARTITIONS), new SimpleMeterRegistry());
        gateway.start();
        return gateway;
    }

    private static InputCounts counts(GatewayService gateway) {
        return gateway.counts("udp");
    }
}
