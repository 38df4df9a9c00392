package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes share the partitions, each with standby replicas of the other's. Repeatedly one of
 * them is killed or ended, and restarted, while metrics arrive. The stored values equal those of the
 * simple oracle.
 */
@Tag("long")
class ProcessingTakeoverTest {

    private static final int PARTITIONS = 4;
    private static final int ROUNDS = Integer.getInteger("weir.test.takeovers", 4);
    private static final int RECORDS_PER_ROUND = 200;

    private final Path directory;
    private final Process[] processes = new Process[2];

    ProcessingTakeoverTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void whoTakesPartitionsOverGoesOnWhereTheOtherWas() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Workload workload = new Workload(random, PARTITIONS);
        try (ProcessingGroup group = new ProcessingGroup(directory, PARTITIONS)) {
            start(0, group);
            start(1, group);
            for (int round = 0; round < ROUNDS; round++) {
                group.send(RECORDS_PER_ROUND / 2, workload);
                int victim = random.nextInt(2);
                end(victim, random.nextBoolean());
                group.send(RECORDS_PER_ROUND / 2, workload);
                long sent = group.sent();
                // The remaining process takes over all partitions when the other's session has
                // ended.
                Eventually.eventually("all is processed", Duration.ofMinutes(2), () -> group.processed() == sent);
                start(victim, group);
            }
            assertThat(ProcessingGroup.difference(group.finish(workload), workload.expected()))
                    .as("seed %d", seed)
                    .isEmpty();
        } finally {
            end(0, true);
            end(1, true);
        }
    }

    private void start(int which, ProcessingGroup group) throws IOException {
        processes[which] = group.start("processing-takeover-test-" + which, ProcessingProcess.ANY);
    }

    private void end(int which, boolean isKilled) throws InterruptedException {
        Process process = processes[which];
        if (process != null) {
            (isKilled ? process.destroyForcibly() : destroyed(process)).waitFor();
        }
    }

    private static Process destroyed(Process process) {
        process.destroy();
        return process;
    }
}
