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
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes share the partitions, each with standbys of the other's. Again and again one of them is killed, or told to end,
 * and comes back, while metrics come; what is stored is what the simple oracle says.
 */
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
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Workload workload = new Workload(random, PARTITIONS);
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            TopicCreator.ensure(
                    admin, KafkaCluster.settings(broker.bootstrap(), PARTITIONS).declarations());
            ProcessingGroup group = new ProcessingGroup(admin, PARTITIONS);
            start(0, broker);
            start(1, broker);
            for (int round = 0; round < ROUNDS; round++) {
                send(RECORDS_PER_ROUND / 2, workload, topics);
                int victim = random.nextInt(2);
                end(victim, random.nextBoolean());
                send(RECORDS_PER_ROUND / 2, workload, topics);
                long sent = group.end(KafkaCluster.TOPICS.raw());
                // The one that is left has all partitions, once the other's session has ended.
                awaitProcessed(group, sent);
                start(victim, broker);
            }
            for (int partition = 0; partition < PARTITIONS; partition++) {
                topics.send(workload.lastTick(partition));
            }
            Eventually.eventually("all is processed", Duration.ofMinutes(2), group::isDone);
            Map<String, Long> stored = new HashMap<>();
            String storage = KafkaCluster.TOPICS.storage();
            topics.read(storage, (int) group.end(storage)).forEach(record -> Workload.store(record.value(), stored));
            assertThat(ProcessingGroup.difference(stored, workload.expected()))
                    .as("seed %d", seed)
                    .isEmpty();
        } finally {
            end(0, true);
            end(1, true);
        }
    }

    private static void send(int records, Workload workload, TestTopics topics) {
        for (int record = 0; record < records; record++) {
            topics.send(workload.next());
        }
    }

    private static void awaitProcessed(ProcessingGroup group, long sent) {
        Eventually.eventually("all is processed", Duration.ofMinutes(2), () -> group.processed() == sent);
    }

    private void start(int which, EmbeddedBroker broker) throws IOException {
        processes[which] = ChildJvm.start(
                ProcessingProcess.class,
                Path.of("target", "processing-takeover-test-" + which + ".log"),
                broker.bootstrap(),
                Integer.toString(PARTITIONS),
                directory.resolve("state" + which).toString(),
                "true",
                ProcessingProcess.ANY);
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
