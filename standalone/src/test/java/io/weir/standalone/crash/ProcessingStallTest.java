package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Eventually;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process stalls in a checkpoint until the group has removed it. Another one takes
 * its partitions over, and commits newer state. When the stalled process continues, it writes its
 * old state into the changelogs. The stored values equal those of the simple oracle.
 */
@Tag("long")
class ProcessingStallTest {

    private static final int PARTITIONS = 2;
    private static final int RECORDS = 100;
    private static final Workload.Shape SHAPE = new Workload.Shape(300, 60, false);

    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Workload workload = new Workload(new Random(seed), PARTITIONS, SHAPE);

    ProcessingStallTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** The next owner restores right after the old state was written. */
    @Test
    void aRestoreIgnoresStateOfAStalledProcess() throws Exception {
        try (ProcessingGroup group = new ProcessingGroup(directory, PARTITIONS)) {
            stall(group, "restore");
            kill();
            assertContinues(group, "restore");
        } finally {
            kill();
        }
    }

    /** Otherwise, Kafka would compact the right state away, also that of series without new values. */
    @Test
    void theOwnerReplacesStateOfAStalledProcess() throws Exception {
        try (ProcessingGroup group = new ProcessingGroup(directory, PARTITIONS)) {
            stall(group, "replace");
            assertThat(unreplaced(group)).isPositive();
            Eventually.eventually("all old state is replaced", () -> {
                // Lines that are rejected change no series.
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    group.send(new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, null, new byte[] {'x'}));
                }
                return unreplaced(group) == 0;
            });

            kill();
            assertContinues(group, "replace");
        } finally {
            kill();
        }
    }

    /** A third process restores the state. */
    private void assertContinues(ProcessingGroup group, String name) throws Exception {
        processes.add(group.start("processing-stall-test-" + name + "-2", ProcessingProcess.ANY));
        group.send(RECORDS, workload);
        assertThat(ProcessingGroup.difference(group.finish(workload), workload.expected()))
                .as("seed %d", seed)
                .isEmpty();
    }

    /** Returns once the stalled process has written its old state and is in the group again. */
    private void stall(ProcessingGroup group, String name) throws Exception {
        Path stall = Files.createDirectories(directory.resolve("stall"));
        processes.add(group.startStalling("processing-stall-test-" + name + "-0", stall));
        group.send(RECORDS, workload);
        Eventually.eventually("it stalls in a checkpoint", () -> StallingSends.hasStalled(stall));
        processes.add(group.start("processing-stall-test-" + name + "-1", ProcessingProcess.ANY));
        group.send(RECORDS, workload);
        Eventually.eventually("the other has committed everything", group::isDone);
        assertThat(members(group)).isEqualTo(1);
        int before = changelogs(group).size();
        StallingSends.resume(stall);
        Eventually.eventually("the stalled process is in the group again", () -> members(group) == 2);
        assertThat(changelogs(group)).as("the old state is in the changelogs").hasSizeGreaterThan(before);
    }

    private void kill() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private static int members(ProcessingGroup group) {
        try {
            var description = Objects.requireNonNull(
                            group.admin()
                                    .describeConsumerGroups(List.of(ProcessingProcess.APPLICATION))
                                    .describedGroups()
                                    .get(ProcessingProcess.APPLICATION),
                            "the group")
                    .get();
            return description.groupState() == GroupState.STABLE
                    ? description.members().size()
                    : 0;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> changelogs(ProcessingGroup group) {
        try {
            return group.admin().listTopics().names().get().stream()
                    .filter(topic -> topic.endsWith("-changelog"))
                    .map(group.topics()::readNow)
                    .flatMap(Collection::stream)
                    .toList();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The number of keys in the changelog of series, of blocks, whose newest record has an older epoch
     * than one before it.
     */
    private static long unreplaced(ProcessingGroup group) {
        Map<String, Long> epochs = new HashMap<>();
        Map<String, Boolean> stale = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : changelogs(group)) {
            String partition = record.topic() + "/" + record.partition();
            Header epoch = record.headers().lastHeader("epoch");
            long number = epoch == null ? 0 : ByteBuffer.wrap(epoch.value()).getLong();
            long newest = epochs.merge(partition, number, Math::max);
            ByteBuffer key = ByteBuffer.wrap(record.key());
            if (key.getInt(0) >= 0 && record.topic().endsWith("-series-changelog")) {
                stale.put(partition + "/" + HexFormat.of().formatHex(record.key()), number < newest);
            }
        }
        return stale.values().stream().filter(is -> is).count();
    }
}
