package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.StreamsRunner;
import io.weir.contract.topic.TopicCreator;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka refuses output of all tasks of a thread for a while. Kafka Streams keeps one of these failures,
 * throws it in one task, and saves the stores of all tasks while it closes them. State that was saved
 * there would include refused output, which nothing would write again.
 */
@Tag("long")
class RefusedOutputTest {

    private static final int PARTITIONS = 4;

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: sums, match: {measurement: cpu}, fields: [value], functions: [sum], window: 1h, grace: 1s, keep-raw: true, repeats: count}
            """));

    private final Path directory;

    RefusedOutputTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void refusedOutputIsWrittenOnceKafkaTakesIt() throws Exception {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            KafkaSettings kafka = KafkaCluster.settings(broker.bootstrap(), PARTITIONS);
            TopicCreator.ensure(admin, kafka.declarations());
            try (StreamsRunner runner = runner(kafka)) {
                runner.start();
                sendToAll(0, topics);
                eventually("the first lines are processed", () -> stored(topics).containsAll(ofAll(0)));

                limitRecords(admin, AlterConfigOp.OpType.SET);
                sendToAll(1, topics);
                eventually(
                        "Kafka has refused the second", () -> !runner.health().ready());
                limitRecords(admin, AlterConfigOp.OpType.DELETE);
                sendToAll(2, topics);

                eventually("the last lines are processed", () -> stored(topics).containsAll(ofAll(2)));
                assertThat(stored(topics)).containsAll(ofAll(1));
            }
        }
    }

    private static void sendToAll(int number, TestTopics topics) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            byte[] line = text(partition, number).getBytes(UTF_8);
            topics.sendSoon(new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, null, line));
        }
        topics.flush();
    }

    private static List<String> stored(TestTopics topics) {
        return topics.readNow(KafkaCluster.TOPICS.storage()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }

    private static List<String> ofAll(int number) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> text(partition, number))
                .toList();
    }

    /** No record is as small. */
    private static void limitRecords(Admin admin, AlterConfigOp.OpType operation) throws Exception {
        ConfigResource storage = new ConfigResource(ConfigResource.Type.TOPIC, KafkaCluster.TOPICS.storage());
        AlterConfigOp limit = new AlterConfigOp(new ConfigEntry("max.message.bytes", "10"), operation);
        admin.incrementalAlterConfigs(Map.of(storage, List.of(limit))).all().get();
    }

    private static String text(int partition, int number) {
        return "cpu,host=h%d value=%di %d\n".formatted(partition, number, number);
    }

    private StreamsRunner runner(KafkaSettings kafka) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Topology topology = ProcessingTopology.build(
                RULES, kafka.topics(), kafka.partitions(), ProcessingConfig.defaults(), new ProcessingMeters(meters));
        Map<String, Object> properties = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "refused",
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                100,
                // So slow that only the commit sends the output, and then receives the refusal.
                StreamsConfig.producerPrefix("linger.ms"),
                1_000);
        return new StreamsRunner("refused", topology, properties, directory.resolve("state"), kafka, meters);
    }
}
