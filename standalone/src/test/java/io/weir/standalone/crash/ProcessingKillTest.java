package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.EmbeddedBroker;
import io.weir.standalone.Eventually;
import io.weir.standalone.FreePorts;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processing is killed in mid-window, again and again; what is stored is what the simple oracle says. */
class ProcessingKillTest {

    private static final int PARTITIONS = 2;
    private static final int KILLS = Integer.getInteger("weir.test.kills", 20);
    private static final int RECORDS_PER_LIFE = 100;

    private final Path directory;

    ProcessingKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void windowsAndChangesAreThoseOfAnUninterruptedRun() throws Exception {
        long seed = System.nanoTime();
        Workload workload = new Workload(new Random(seed), PARTITIONS);

        Map<String, Long> stored = run(workload, seed, KILLS, true);

        assertThat(ProcessingGroup.difference(stored, workload.expected()))
                .as("seed %d", seed)
                .isEmpty();
    }

    /** The test above can fail: without the changelog it does. */
    @Test
    void windowsDifferWithoutTheCheckpoint() throws Exception {
        long seed = System.nanoTime();
        Workload workload = new Workload(new Random(seed), PARTITIONS);

        Map<String, Long> stored = run(workload, seed, 2, false);

        assertThat(ProcessingGroup.difference(stored, workload.expected()))
                .as("seed %d", seed)
                .isNotEmpty();
    }

    private Map<String, Long> run(Workload workload, long seed, int kills, boolean checkpoint) throws Exception {
        Random random = new Random(seed);
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            TopicCreator.ensure(
                    admin, KafkaCluster.settings(broker.bootstrap(), PARTITIONS).declarations());
            ProcessingGroup group = new ProcessingGroup(admin, PARTITIONS);
            for (int life = 0; life < kills; life++) {
                long before = group.processed();
                Process process = start(broker, checkpoint);
                Eventually.eventually("processing runs", () -> process.isAlive() && group.processed() >= before);
                for (int record = 0; record < RECORDS_PER_LIFE; record++) {
                    topics.send(workload.next());
                }
                Eventually.eventually("processing goes on", () -> group.processed() > before);
                process.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS);
                kill(process);
            }
            return finish(broker, topics, group, workload, checkpoint);
        }
    }

    private Map<String, Long> finish(
            EmbeddedBroker broker, TestTopics topics, ProcessingGroup group, Workload workload, boolean checkpoint)
            throws Exception {
        Process process = start(broker, checkpoint);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            topics.send(workload.lastTick(partition));
        }
        Eventually.eventually("all is processed", Duration.ofMinutes(1), group::isDone);
        kill(process);
        Map<String, Long> stored = new HashMap<>();
        String storage = KafkaCluster.TOPICS.storage();
        topics.read(storage, (int) group.end(storage)).forEach(record -> Workload.store(record.value(), stored));
        return stored;
    }

    private Process start(EmbeddedBroker broker, boolean checkpoint) throws IOException {
        return ChildJvm.start(
                ProcessingProcess.class,
                Path.of("target", "processing-kill-test.log"),
                broker.bootstrap(),
                Integer.toString(PARTITIONS),
                directory.resolve("state").toString(),
                Boolean.toString(checkpoint),
                "one");
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
