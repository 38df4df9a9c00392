package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processing is killed repeatedly in the middle of windows. The stored values equal those of the
 * simple oracle.
 */
class ProcessingKillTest {

    private static final int PARTITIONS = 2;
    /** Few by default, more in {@code .ci/run}, and most in {@code build/nightly}. */
    private static final int KILLS = Integer.getInteger("weir.test.kills", 2);

    /**
     * The number of kills before a fresh broker: each start has more to restore than the one
     * before.
     */
    private static final int KILLS_OF_A_BROKER = 25;

    private static final int KILLS_OF_THE_LARGEST = 3;

    /**
     * So many that nearly all of the workload's 12 000 series have an open window at the first
     * kill.
     */
    private static final int RECORDS_BEFORE = 150;

    private static final int RECORDS_PER_LIFE = 25;

    private final Path directory;

    ProcessingKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void windowsAndChangesAreThoseOfAnUninterruptedRun() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        for (int left = KILLS; left > 0; left -= KILLS_OF_A_BROKER, seed++) {
            Workload workload = new Workload(new Random(seed), PARTITIONS);

            Map<String, Long> stored = run(workload, seed, Math.min(left, KILLS_OF_A_BROKER));

            assertThat(ProcessingGroup.difference(stored, workload.expected()))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /**
     * Series of 8 KiB with texts of 6 KB, whose slots need separate records, and small ones in the
     * same blocks.
     */
    @Test
    @Tag("long")
    void soAreThoseOfTheLargestSeriesAndTheirNeighbours() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Workload workload = new Workload(new Random(seed), PARTITIONS, Workload.Shape.LONG);

        Map<String, Long> stored = run(workload, seed, KILLS_OF_THE_LARGEST);

        assertThat(ProcessingGroup.difference(stored, workload.expected()))
                .as("seed %d", seed)
                .isEmpty();
    }

    /**
     * The test above can fail: it finds a record that counts twice, in windows of time and of runs, in
     * those of groups, and in first results that late lines revise. Where repeats replace points, the
     * record changes nothing.
     */
    @Test
    @Tag("long")
    void aRecordThatCountsTwiceIsFound() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Workload workload = new Workload(new Random(seed), PARTITIONS);
        try (ProcessingGroup group = new ProcessingGroup(directory.resolve("twice"), PARTITIONS)) {
            ProducerRecord<byte[], byte[]> record = workload.next();
            while (!new String(record.value(), UTF_8).contains("cpu,group=g0,")) {
                group.send(record);
                record = workload.next();
            }
            group.send(record);
            group.send(record);
            Process process = start(group);
            List<String> differences = ProcessingGroup.difference(group.finish(workload), workload.expected());
            assertThat(List.of("cpu_1h,", "cpu_run,", "groups,", "chain_2s ", "late_groups,", "late_each,"))
                    .as("seed %d", seed)
                    .allMatch(output -> differences.stream().anyMatch(each -> each.startsWith(output)));
            assertThat(differences).as("seed %d", seed).noneMatch(each -> each.startsWith("held_"));
            kill(process);
        }
    }

    private Map<String, Long> run(Workload workload, long seed, int kills) throws Exception {
        Random random = new Random(seed);
        try (ProcessingGroup group = new ProcessingGroup(directory.resolve("" + seed), PARTITIONS)) {
            group.send(RECORDS_BEFORE, workload);
            for (int life = 0; life < kills; life++) {
                long before = group.processed();
                Process process = start(group);
                Eventually.eventually("processing runs", () -> process.isAlive() && group.processed() >= before);
                group.send(RECORDS_PER_LIFE, workload);
                Eventually.eventually("processing goes on", () -> group.processed() > before);
                process.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS);
                kill(process);
            }
            Process last = start(group);
            Map<String, Long> stored = group.finish(workload);
            kill(last);
            return stored;
        }
    }

    private static Process start(ProcessingGroup group) throws IOException {
        return group.start("processing-kill-test", "one");
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
