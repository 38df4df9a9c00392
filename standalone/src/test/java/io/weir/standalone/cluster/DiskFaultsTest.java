package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of a gateway's spool, or of processing's state, is full or read-only. Requires the right
 * to mount a small disk.
 */
@Tag("nightly")
class DiskFaultsTest {
    private static final int PARTITIONS = 4;
    private static final int DISK_MEBIBYTES = 64;
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final Pattern NUMBER = Pattern.compile(",n=(\\d+)i ");

    private final Path directory;
    private final SmallDisk disk;
    private final Brokers brokers;

    DiskFaultsTest(@TempDir Path directory) throws IOException {
        this.directory = directory.resolve("disk");
        Optional<SmallDisk> mounted = SmallDisk.mount(this.directory, DISK_MEBIBYTES);
        assumeTrue(mounted.isPresent(), "only root may mount a small disk");
        disk = mounted.orElseThrow();
        brokers = new Brokers(directory.resolve("kafka"), 1);
    }

    @AfterEach
    void close() {
        brokers.close();
        disk.close();
    }

    @Test
    void aFullDiskOfTheSpoolLosesNothingAccepted() throws Exception {
        kafkaIsAwayWhileTheDiskFails(disk::fill, "no room is left", disk::makeRoom);
    }

    @Test
    void aReadOnlyDiskOfTheSpoolLosesNothingAccepted() throws Exception {
        kafkaIsAwayWhileTheDiskFails(disk::makeReadOnly, "Read-only file system", disk::makeWritable);
    }

    @Test
    void noGatewayStartsOnAReadOnlyDisk() throws Exception {
        disk.makeReadOnly();
        assertThatThrownBy(this::gateway).isInstanceOf(StartException.class).hasMessageContaining(directory.toString());
        disk.makeWritable();
        gateway().close();
    }

    @Test
    void processingGoesOnWhileItsDiskIsReadOnly() throws Exception {
        try (GatewayService gateway = gateway();
                TestTopics topics = new TestTopics(brokers.bootstrap());
                FarmLoad load = new FarmLoad(gateway.port("http"))) {
            try (ProcessingService processing = processing()) {
                processing.start();
                eventually(
                        "processing is ready", WITHIN, () -> processing.health().ready());
                disk.makeReadOnly();
                int before = load.accepted();
                eventually("more is accepted", WITHIN, () -> load.accepted() > before + 20);
                eventually(
                        "processing is still ready", () -> processing.health().ready());
            }
            try (ProcessingService second = processing()) {
                assertThatThrownBy(second::start)
                        .isInstanceOf(StartException.class)
                        .hasMessageContaining(directory.toString());
            }
            disk.makeWritable();
            try (ProcessingService third = processing()) {
                third.start();
                load.hold();
                awaitAll(load, topics, new Topics("").storage());
            }
            check(load, bodies(topics, new Topics("").storage()));
        }
    }

    /** Changes a disk. */
    private interface Step {
        void run() throws IOException;
    }

    private void kafkaIsAwayWhileTheDiskFails(Step fault, String said, Step remedy) throws Exception {
        try (GatewayService gateway = gateway();
                TestTopics topics = new TestTopics(brokers.bootstrap());
                FarmLoad load = new FarmLoad(gateway.port("http"))) {
            eventually("lines are accepted", WITHIN, () -> load.accepted() > 10);
            fault.run();
            brokers.suspend(0);
            eventually(
                    "it is said why",
                    WITHIN,
                    () -> !gateway.health().ready() && gateway.health().detail().contains(said));
            remedy.run();
            int before = load.accepted();
            eventually("the spool takes lines again", WITHIN, () -> load.accepted() > before + 10);
            assertThat(gateway.health().detail()).contains("in the spool").doesNotContain(said);
            brokers.resume(0);
            eventually("the gateway is ready", WITHIN, () -> gateway.health().ready());
            load.hold();
            awaitAll(load, topics, new Topics("").raw());
            check(load, bodies(topics, new Topics("").raw()));
        }
    }

    private static void awaitAll(FarmLoad load, TestTopics topics, String topic) {
        eventually("all that was accepted is in " + topic, () -> {
            Map<Integer, Integer> lines = bodies(topics, topic);
            return lines.size() >= load.accepted()
                    && lines.values().stream().allMatch(count -> count >= FarmLoad.HOSTS);
        });
    }

    /**
     * Every accepted body is present once, plus at most once more for each time that it had no
     * answer.
     */
    private static void check(FarmLoad load, Map<Integer, Integer> lines) {
        assertThat(lines).hasSize(load.accepted());
        lines.forEach((number, count) -> assertThat(count)
                .as("lines of body %d", number)
                .isBetween(FarmLoad.HOSTS, FarmLoad.HOSTS * (1 + load.doubts().get(number))));
    }

    /** The number of lines of each body, by the body's number. */
    private static Map<Integer, Integer> bodies(TestTopics topics, String topic) {
        Map<Integer, Integer> lines = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topics.readNow(topic)) {
            Matcher number = NUMBER.matcher(new String(record.value(), UTF_8));
            while (number.find()) {
                lines.merge(Integer.parseInt(number.group(1)), 1, Integer::sum);
            }
        }
        return lines;
    }

    private GatewayService gateway() {
        GatewayConfig config = YamlSource.text(
                        "test",
                        "{id: test, udp: {enabled: false}, http: {enabled: true, host: 127.0.0.1, port: 0}, spool: {directory: \""
                                + directory + "\"}}")
                .read(GatewayConfig::read);
        GatewayService gateway = new GatewayService(config, brokers.settings(PARTITIONS), new SimpleMeterRegistry());
        gateway.start();
        eventually("the gateway is ready", () -> gateway.health().ready());
        return gateway;
    }

    private ProcessingService processing() {
        ProcessingConfig unset = ProcessingConfig.defaults();
        ProcessingConfig config = new ProcessingConfig(
                1,
                0,
                unset.commitInterval(),
                unset.seriesExpiry(),
                unset.gatewayTimeout(),
                unset.ahead(),
                unset.latePerSecond(),
                unset.lines(),
                unset.state(),
                directory.resolve("state"));
        return new ProcessingService(
                config, Rules.fixed(RuleFile.passThrough()), brokers.settings(PARTITIONS), new SimpleMeterRegistry());
    }
}
