package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import io.weir.contract.topic.TopicCreator;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.standalone.Eventually;
import io.weir.standalone.TestTopics;
import io.weir.standalone.crash.CommitEvents.Event;
import io.weir.standalone.crash.CommitEvents.Kind;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies the order in Kafka Streams that {@code BlockStore} depends on: at a commit, first all
 * output is acknowledged, then the blocks are sent to the changelog and acknowledged, then the
 * input offsets are committed. If an upgrade of Kafka breaks this test, the checkpoint is no longer
 * exact, whatever the other tests show. With exactly-once, no wait is needed.
 */
class CheckpointOrderTest {

    private static final String CHANGELOG = "order-series-changelog";
    private static final int PARTITIONS = 4;

    private final Path directory;

    CheckpointOrderTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void outputComesBeforeChangelogAndChangelogBeforeOffsets() throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            KafkaSettings kafka = KafkaCluster.settings(broker.bootstrap(), 1);
            TopicCreator.ensure(admin, kafka.declarations());
            try (StreamsRunner runner = runner("order", StreamsConfig.AT_LEAST_ONCE, kafka)) {
                runner.start();
                for (int round = 0; round < 5; round++) {
                    long before = commits();
                    for (int i = 0; i < 20; i++) {
                        topics.send(kafka.topics().raw(), line(round * 20 + i));
                    }
                    Eventually.eventually("another commit", () -> commits() > before);
                }
            }
        }
        assertOrder(CommitEvents.events());
    }

    /**
     * If the thread waited for each task, a commit of many tasks would take as many round trips.
     */
    @Test
    void exactlyOnceAllTasksOfAThreadSendBeforeAnyIsWaitedFor() throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            KafkaSettings kafka = KafkaCluster.settings(broker.bootstrap(), PARTITIONS);
            TopicCreator.ensure(admin, kafka.declarations());
            try (StreamsRunner runner = runner("together", StreamsConfig.EXACTLY_ONCE_V2, kafka)) {
                runner.start();
                Eventually.eventually("all tasks have sent at once", () -> {
                    for (int partition = 0; partition < PARTITIONS; partition++) {
                        topics.sendSoon(new ProducerRecord<>(kafka.topics().raw(), partition, null, line(partition)));
                    }
                    topics.flush();
                    return mostAtOnce("together-series-changelog") >= 2 * PARTITIONS;
                });
            }
        }
    }

    /**
     * The maximum number of sent but unacknowledged records: a task sends a block and the store's
     * common state.
     */
    private static int mostAtOnce(String topic) {
        int most = 0;
        int sent = 0;
        for (Event event : CommitEvents.events()) {
            if (event.topic().equals(topic)) {
                sent += event.kind() == Kind.SENT ? 1 : -1;
                most = Math.max(most, sent);
            }
        }
        return most;
    }

    private static void assertOrder(List<Event> events) {
        Map<String, Integer> unacknowledged = new HashMap<>();
        int checkpoints = 0;
        int commits = 0;
        for (Event event : events) {
            boolean isChangelog = event.topic().equals(CHANGELOG);
            int change = event.kind() == Kind.SENT ? 1 : event.kind() == Kind.ACKNOWLEDGED ? -1 : 0;
            if (isChangelog && event.kind() == Kind.SENT) {
                assertThat(unacknowledged.getOrDefault("metrics.storage", 0))
                        .as("output not yet acknowledged when a block is sent")
                        .isZero();
                checkpoints++;
            }
            if (event.kind() == Kind.COMMITTED) {
                assertThat(unacknowledged.getOrDefault(CHANGELOG, 0))
                        .as("blocks not yet acknowledged when offsets are committed")
                        .isZero();
                commits++;
            }
            unacknowledged.merge(event.topic(), change, Integer::sum);
        }
        assertThat(commits).isGreaterThanOrEqualTo(5);
        assertThat(checkpoints).isGreaterThanOrEqualTo(5);
    }

    private static long commits() {
        return CommitEvents.events().stream()
                .filter(event -> event.kind() == Kind.COMMITTED)
                .count();
    }

    private static byte[] line(int number) {
        return "cpu,host=a value=%di,status=%di %d\n"
                .formatted(number, number, number * 100_000_000L)
                .getBytes(UTF_8);
    }

    private StreamsRunner runner(String application, String guarantee, KafkaSettings kafka) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Topology topology = ProcessingTopology.build(
                ProcessingProcess.RULES,
                kafka.topics(),
                kafka.partitions(),
                ProcessingConfig.defaults(),
                new ProcessingMeters(meters));
        Map<String, Object> properties = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                application,
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                guarantee,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                100,
                // So slow that output would still be in flight if the commit did not wait for it.
                StreamsConfig.producerPrefix("linger.ms"),
                30,
                StreamsConfig.producerPrefix("interceptor.classes"),
                CommitEvents.class.getName(),
                StreamsConfig.mainConsumerPrefix("interceptor.classes"),
                CommitEvents.class.getName());
        return new StreamsRunner(application, topology, properties, directory.resolve("state"), kafka, meters);
    }
}
