package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingService;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.internals.TopicPartitionMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An administrator deletes topics and creates them again while processing and alarming run, or are away. What is
 * missing afterwards is reported, and no result is silently wrong.
 */
@Tag("long")
@Tag("waits")
class RecreatedTopicTest {

    private static final Topics TOPICS = new Topics("");
    private static final int LINES = 50;
    private static final String SERIES = "weir-processing-series-changelog";
    private static final String ALARMS = "weir-alarming-alarms-life-changelog";

    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: all, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 10s, grace: 1s, as: all, repeats: count}
              - {name: group, match: {measurement: cpu}, fields: [value], functions: [sum, count], window: 10s, grace: 1s, by: [host], of: samples, as: group, repeats: count}
            alarms:
              - {name: hot, match: {measurement: cpu}, field: value, minor: {above: 90}, chatter: off}
            """));

    private final Path directory;
    private final EmbeddedBroker broker;
    private final TestTopics topics;
    private final KafkaSettings kafka;
    private final Admin admin;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    /** Ten minutes ago, on the border of a window. */
    private final long beginMillis = (System.currentTimeMillis() - 600_000) / 10_000 * 10_000;

    private long millis = beginMillis;
    private ProcessingService processing;
    private AlarmingService alarming;

    RecreatedTopicTest(@TempDir Path directory) {
        this.directory = directory;
        createTopics();
        this.broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        this.topics = new TestTopics(broker);
        this.kafka = new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 1, (short) 1);
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
        processing = processing();
        alarming = alarming();
    }

    /** With another start of the broker, so that leader epochs of new topics are lower than those of these. */
    private void createTopics() {
        try (EmbeddedBroker before =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                Admin creator = Admin.create(Map.of("bootstrap.servers", before.bootstrap()))) {
            TopicCreator.ensure(
                    creator, new KafkaSettings(before.bootstrap(), Map.of(), TOPICS, 1, (short) 1).declarations());
        }
    }

    @AfterEach
    void close() {
        processing.close();
        alarming.close();
        topics.close();
        admin.close();
        broker.close();
    }

    /** The offsets in the new topic are below those that alarming and merge know from the old one. */
    @Test
    void alarmsAndGroupsGoOnAfterTheInputWasRecreated() {
        lines(1);
        lines(1);
        lines(95);
        eventually("the alarm is raised", () -> severities().equals(List.of("MINOR")));
        // Otherwise the consumer tries for a minute to commit, before it notices the deletion.
        eventually("processing has committed", () -> committed() == topics.end(TOPICS.raw()));
        NewTopic raw = sameAs(TOPICS.raw());
        ask(() -> admin.deleteTopics(List.of(TOPICS.raw())).all().get());
        eventually(
                "it is said what is missing",
                () -> processing.health().detail().startsWith("topics were deleted: metrics.raw. Create them again"));
        assertThat(processing.health().ready()).isFalse();
        assertThat(processing.health().live()).isTrue();

        create(raw);
        lines(1);
        eventually("the alarm is cleared", () -> severities().equals(List.of("MINOR", "OK")));
        // The state remembers that this is another log.
        processing.close();
        processing = processing();
        lines(95);
        eventually("the alarm is raised again", () -> severities().equals(List.of("MINOR", "OK", "MINOR")));
        millis = beginMillis + 20_000;
        tick();
        eventually("both windows are stored", () -> List.of(window("all"), window("group"))
                .equals(List.of("count 250 sum " + LINES * (3 + 2 * 95), "count 250 sum " + LINES * (3 + 2 * 95))));
        assertThat(topics.readNow(TOPICS.rejected()).stream()
                        .map(record -> Rejection.read(record.headers()))
                        .toList())
                .contains(new Rejection("processing", "retention-overtook", "metrics.raw/0/0", -1));
    }

    /** Nobody may notice the deletion before the new topic has records. */
    @Test
    void alarmsGoOnAfterTheInputWasReplacedAtOnce() throws Exception {
        lines(95);
        eventually("the alarm is raised", () -> severities().equals(List.of("MINOR")));
        RecreatedTopic.recreate(admin, TOPICS.raw(), 1);
        lines(1);
        eventually("the alarm is cleared", () -> severities().equals(List.of("MINOR", "OK")));
        assertThat(topics.readNow(TOPICS.rejected()).stream()
                        .map(record -> Rejection.read(record.headers()).source()))
                .contains("metrics.raw/0/0");
    }

    /** Kafka deletes the offsets with the topic, but a last commit may arrive afterwards. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void alarmsGoOnAfterTheInputWasRecreatedWhileServicesWereAway(int batches) throws Exception {
        lines(1);
        lines(1);
        lines(95);
        eventually("the alarm is raised", () -> severities().equals(List.of("MINOR")));
        processing.close();
        alarming.close();
        long end = topics.end(TOPICS.raw());
        Map<TopicPartition, OffsetAndMetadata> committed = offsets();
        assertThat(committed).hasSize(1);
        RecreatedTopic.recreate(admin, TOPICS.raw(), 1);
        eventually("the broker knows the topic", () -> {
            try {
                admin.alterConsumerGroupOffsets("weir-processing", committed)
                        .all()
                        .get();
                return true;
            } catch (Exception e) {
                return false;
            }
        });
        for (int batch = 0; batch < batches; batch++) {
            lines(1);
        }
        assertThat(topics.end(TOPICS.raw()) > end).isEqualTo(batches == 4);
        processing = processing();
        alarming = alarming();
        eventually("the alarm is cleared", () -> severities().equals(List.of("MINOR", "OK")));
        millis = beginMillis + 20_000;
        tick();
        String window = "count " + (batches + 3) * LINES + " sum " + LINES * (batches + 2 + 95);
        eventually("both windows are stored", () -> List.of(window("all"), window("group"))
                .equals(List.of(window, window)));
        assertThat(topics.readNow(TOPICS.rejected()).stream()
                        .map(record -> Rejection.read(record.headers()))
                        .toList())
                .contains(new Rejection("processing", "retention-overtook", "metrics.raw/0/0", -1));
    }

    /** Their new changelogs lack the state from before, which a restart would read. */
    @Test
    void servicesStopAtARecreatedChangelog() {
        lines(95);
        eventually("offsets name the changelogs", () -> {
            tick();
            return isNamed("weir-processing", SERIES) && isNamed("weir-alarming", ALARMS);
        });
        List<NewTopic> same = Stream.of(SERIES, ALARMS).map(this::sameAs).toList();
        ask(() -> admin.deleteTopics(List.of(SERIES, ALARMS)).all().get());
        same.forEach(this::create);
        eventually("processing stops", () -> !processing.health().live());
        eventually("alarming stops", () -> !alarming.health().live());
        assertThat(processing.health().detail())
                .startsWith("state is missing for the offsets of group weir-processing: " + SERIES
                        + " deleted or recreated while the service ran. ")
                .contains("weir reset processing");
        assertThat(alarming.health().detail()).contains(ALARMS + " deleted or recreated", "weir reset alarming");

        processing.close();
        alarming.close();
        // As a last checkpoint that Kafka received after the recreation.
        topics.send(new ProducerRecord<>(SERIES, 0, new byte[4], new byte[0]));
        topics.send(new ProducerRecord<>(ALARMS, 0, new byte[4], new byte[0]));
        processing = processing();
        alarming = alarming();
        eventually("processing refuses", () -> !processing.health().live());
        eventually("alarming refuses", () -> !alarming.health().live());
        assertThat(processing.health().detail()).contains(SERIES + " recreated. ");
        assertThat(alarming.health().detail()).contains(ALARMS + " recreated. ");
    }

    private ProcessingService processing() {
        ProcessingService service = new ProcessingService(
                ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")), RULES, kafka, meters);
        service.start();
        return service;
    }

    private AlarmingService alarming() {
        AlarmingService service = new AlarmingService(
                AlarmingConfig.defaults().withStateDirectory(directory.resolve("alarming")), RULES, kafka, meters);
        service.start();
        return service;
    }

    /** The topic as it is, to be created again. */
    private NewTopic sameAs(String topic) {
        return kafka.declarations().stream()
                .filter(declared -> declared.name().equals(topic))
                .map(declared ->
                        new NewTopic(topic, declared.partitions(), declared.replication()).configs(declared.configs()))
                .findFirst()
                .orElseGet(() ->
                        new NewTopic(topic, 1, (short) 1).configs(new HashMap<>(Map.of("cleanup.policy", "compact"))));
    }

    /** Kafka refuses the name until the old topic is gone. */
    private void create(NewTopic topic) {
        eventually("Kafka has it again", () -> {
            try {
                admin.createTopics(List.of(topic)).all().get();
                return true;
            } catch (Exception e) {
                return false;
            }
        });
    }

    /** Whether some offset of the group was committed with the id of this changelog. */
    private boolean isNamed(String group, String changelog) {
        return ask(() -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream())
                .map(OffsetAndMetadata::metadata)
                .anyMatch(metadata -> TopicPartitionMetadata.decode(metadata)
                                .processorMetadata()
                                .get(changelog)
                        != null);
    }

    /** What processing committed for its input. */
    private Map<TopicPartition, OffsetAndMetadata> offsets() {
        Map<TopicPartition, OffsetAndMetadata> all =
                new HashMap<>(ask(() -> admin.listConsumerGroupOffsets("weir-processing")
                        .partitionsToOffsetAndMetadata()
                        .get()));
        all.keySet().removeIf(partition -> !partition.topic().equals(TOPICS.raw()));
        return all;
    }

    private long committed() {
        return ask(() ->
                admin
                        .listConsumerGroupOffsets("weir-processing")
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .entrySet()
                        .stream()
                        .filter(each -> each.getKey().topic().equals(TOPICS.raw()))
                        .mapToLong(each -> each.getValue().offset())
                        .sum());
    }

    /** Sends a record for each line, and a tick, within a second of log time. */
    private void lines(long value) {
        for (int line = 0; line < LINES; line++) {
            millis += 10;
            send("cpu,host=a value=" + value + " " + millis * 1_000_000);
        }
        tick();
    }

    private void tick() {
        millis += 500;
        send("");
    }

    private void send(String lines) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPICS.raw(), 0, millis, null, lines.getBytes(UTF_8));
        record.headers().add(BatchHeaders.gateway("g1"));
        topics.send(record);
    }

    /** Sum and count of the last line of this measurement in the storage topic. */
    private String window(String measurement) {
        return topics.readNow(TOPICS.storage()).stream()
                .flatMap(record -> Arrays.stream(new String(record.value(), UTF_8).split("\n")))
                .filter(line -> line.startsWith(measurement + ","))
                .map(line -> line.replaceAll(".*value_sum=([0-9]+)[^,]*,value_count=([0-9]+)i.*", "count $2 sum $1"))
                .reduce("", (before, after) -> after);
    }

    private List<String> severities() {
        return topics.readNow(TOPICS.events()).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals("hot"))
                .map(event -> requireNonNull(event.severity()).name())
                .toList();
    }

    private static <T> T ask(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
