package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka compacts the changelogs while processing restores from them, as early and as thoroughly as
 * an administrator can set it. Processing is killed before that and during it. The stored values
 * equal those of the simple oracle.
 */
@Tag("long")
@Tag("waits")
class ChangelogCompactionTest {

    private static final int PARTITIONS = 2;
    /** In the second one, processing is killed while it restores. */
    private static final int ROUNDS = 2;

    private static final int RECORDS_BEFORE = 150;
    private static final int RECORDS_PER_ROUND = 100;
    private static final Duration WITHIN = Duration.ofMinutes(2);

    /** Makes a restoration take longer than the sleep of Kafka's cleaner. */
    private static final double SLOW_BYTES_PER_SECOND = 20_000;

    private static final Map<String, String> UNCOMPACTED = Map.of(
            "segment.bytes", Integer.toString(1 << 20),
            "segment.ms", "100",
            "delete.retention.ms", "0",
            "min.cleanable.dirty.ratio", "0.01",
            "min.compaction.lag.ms", "3600000",
            "max.compaction.lag.ms", "7200000");

    private static final Map<String, String> COMPACTED =
            Map.of("min.compaction.lag.ms", "0", "max.compaction.lag.ms", "1");

    private final Path directory;

    ChangelogCompactionTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void changelogsAreCompactedWhileATaskRestores() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Workload workload = new Workload(new Random(seed), PARTITIONS);
        try (ProcessingGroup group = new ProcessingGroup(directory, PARTITIONS)) {
            Changelogs changelogs = new Changelogs(group.admin());
            Path logs = directory.resolve("kafka");
            Process process = start(group);
            group.send(RECORDS_BEFORE, workload);
            awaitAllProcessed(group);
            changelogs.set(UNCOMPACTED);
            for (int round = 0; round < ROUNDS; round++) {
                group.send(RECORDS_PER_ROUND, workload);
                awaitAllProcessed(group);
                kill(process);
                group.send(RECORDS_PER_ROUND, workload);
                long before = group.processed();

                changelogs.throttleReaders(SLOW_BYTES_PER_SECOND);
                int restorers = restorers();
                process = start(group);
                eventually("it restores", WITHIN, () -> restorers() > restorers);
                long size = changelogs.bytes(logs);
                changelogs.set(COMPACTED);
                eventually("the changelogs are compacted", WITHIN, () -> changelogs.bytes(logs) < size / 2);
                assertThat(group.processed()).as("it still restores").isEqualTo(before);
                System.out.printf(
                        "ChangelogCompactionTest: %d bytes became %d while a task restored%n",
                        size, changelogs.bytes(logs));
                if (round % 2 == 1) {
                    kill(process);
                    process = start(group);
                }
                changelogs.throttleReaders(null);
                awaitAllProcessed(group);
                changelogs.set(UNCOMPACTED);
            }
            assertThat(ProcessingGroup.difference(group.finish(workload), workload.expected()))
                    .as("seed %d", seed)
                    .isEmpty();
            kill(process);
        }
    }

    private static void awaitAllProcessed(ProcessingGroup group) {
        long sent = group.sent();
        eventually("all is processed", WITHIN, () -> group.processed() == sent);
    }

    /**
     * How many consumers have restored state so far. The broker, which runs in this process, has a
     * meter for each throttled consumer.
     */
    private static int restorers() {
        try {
            return ManagementFactory.getPlatformMBeanServer()
                    .queryNames(new ObjectName("kafka.server:type=Fetch,client-id=*restore-consumer,*"), null)
                    .size();
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process start(ProcessingGroup group) throws IOException {
        return group.start("changelog-compaction-test", "one");
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
