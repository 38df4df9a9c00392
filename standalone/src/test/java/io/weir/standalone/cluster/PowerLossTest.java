package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine loses power: data that was written but not forced is lost completely or in part. */
@Tag("nightly")
class PowerLossTest {
    private static final int PARTITIONS = 4;
    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 4 : 2;
    private static final int MOST_BODIES_PER_ROUND = 400;
    private static final int LEAST_BODIES = 1_000;
    /**
     * The time after which the system writes data back by itself; Linux waits for half a minute.
     */
    private static final Duration WRITTEN_AFTER = Duration.ofSeconds(2);

    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final String RAW = new Topics("").raw();

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;
    private final LossyDisk disk;
    private final int inputPort = FreePorts.next();

    PowerLossTest(@TempDir Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        System.out.println("PowerLossTest: weir.test.seed=" + seed);
        disk = LossyDisk.mount(directory.resolve("disk"));
    }

    @AfterEach
    void close() {
        disk.close();
    }

    @Test
    void aGatewayKeepsWhatItAcknowledged() throws Exception {
        try (Brokers brokers = brokers(directory);
                TestTopics topics = new TestTopics(brokers.bootstrap());
                Instance gateway = gateway(brokers, disk.directory())) {
            brokers.suspend(0);
            PostedLines lines = new PostedLines(inputPort);
            try (lines) {
                for (int round = 0; round < ROUNDS; round++) {
                    int acknowledged = lines.acknowledged() + 1 + random.nextInt(MOST_BODIES_PER_ROUND);
                    eventually("bodies are acknowledged", WITHIN, () -> lines.acknowledged() >= acknowledged);
                    gateway.process().kill();
                    System.out.println("PowerLossTest: " + disk.lose(random.nextInt()));
                    gateway.startIfEnded();
                }
            }
            brokers.resume(0);
            gateway.awaitReady();
            eventually(
                    "all that was acknowledged is in Kafka",
                    WITHIN,
                    () -> lines.areIn(topics.readNow(RAW), lines.acknowledgedBefore(System.nanoTime())));
            gateway.process().terminate();
            gateway.process().awaitExit();
            lines.check(topics.readNow(RAW), lines.acknowledgedBefore(System.nanoTime()));
        }
    }

    /**
     * The only broker does not force data. The gateway continues, and sends lines acknowledged
     * meanwhile.
     */
    @Test
    void aBrokerLosesOnlyWhatTheSystemHadNotWritten() throws Exception {
        disk.writesByItselfAfter(WRITTEN_AFTER);
        try (Brokers brokers = brokers(disk.directory());
                TestTopics topics = new TestTopics(brokers.bootstrap());
                Instance gateway = gateway(brokers, directory).awaitReady()) {
            PostedLines lines = new PostedLines(inputPort);
            Set<Integer> written;
            Set<Integer> unwritten;
            try (lines) {
                int enough = LEAST_BODIES + random.nextInt(MOST_BODIES_PER_ROUND);
                eventually("bodies are acknowledged", WITHIN, () -> lines.acknowledged() >= enough);
                written = lines.acknowledgedBefore(System.nanoTime() - WRITTEN_AFTER.toNanos());
                brokers.kill(0);
                long killedNanos = System.nanoTime();
                System.out.println("PowerLossTest: " + disk.lose(random.nextInt()));
                brokers.restart(0, RAW);
                gateway.awaitReady();
                int more = lines.acknowledged() + MOST_BODIES_PER_ROUND;
                eventually("more is acknowledged", WITHIN, () -> lines.acknowledged() >= more);
                unwritten = lines.postedBefore(killedNanos);
            }
            unwritten.removeAll(written);
            Set<Integer> kept = lines.acknowledgedBefore(System.nanoTime());
            kept.removeAll(unwritten);
            eventually("it is all in Kafka", WITHIN, () -> lines.areIn(topics.readNow(RAW), kept));
            gateway.process().terminate();
            gateway.process().awaitExit();
            lines.check(topics.readNow(RAW), kept);
            assertThat(written).isNotEmpty();
            System.out.printf(
                    "PowerLossTest: %d bodies, %d of them unwritten%n", lines.acknowledged(), unwritten.size());
        }
    }

    private static Brokers brokers(Path directory) throws IOException {
        Brokers brokers = new Brokers(directory, 1);
        TopicCreator.ensure(brokers.admin(), brokers.settings(PARTITIONS).declarations());
        return brokers;
    }

    private Instance gateway(Brokers brokers, Path disk) throws IOException {
        return new Instance(
                directory,
                "gateway",
                Map.of(
                        "WEIR_KAFKA_BOOTSTRAP",
                        brokers.bootstrap(),
                        "WEIR_KAFKA_PARTITIONS",
                        Integer.toString(PARTITIONS),
                        "WEIR_GATEWAY_ID",
                        "test",
                        "WEIR_GATEWAY_UDP_PORT",
                        Integer.toString(inputPort),
                        "WEIR_GATEWAY_HTTP_ENABLED",
                        "true",
                        "WEIR_GATEWAY_HTTP_PORT",
                        Integer.toString(inputPort),
                        "WEIR_GATEWAY_SPOOL_DIRECTORY",
                        disk.resolve("weir").resolve("spool").toString()),
                Optional.empty());
    }
}
