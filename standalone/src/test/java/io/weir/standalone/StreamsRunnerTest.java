package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Running;
import io.weir.contract.service.StartException;
import io.weir.contract.streams.GuardedProcessor;
import io.weir.contract.streams.StreamsRunner;
import io.weir.contract.topic.Rejection;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("waits")
class StreamsRunnerTest {

    private static final byte[] POISON = "poison".getBytes(UTF_8);

    private final Path directory;

    private final int port = FreePorts.next();
    private final KafkaSettings kafka = KafkaSettings.defaults().withBootstrap("127.0.0.1:" + port);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    StreamsRunnerTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void waitsForABrokerThatIsAbsentAndThenRuns() {
        try (Running later = new Running();
                StreamsRunner runner = runner("waiting")) {
            runner.start();

            assertThat(runner.health()).isEqualTo(Health.waiting("waits for Kafka at 127.0.0.1:" + port));

            TestTopics topics = later.add(new TestTopics(later.add(broker())));
            Eventually.eventually("streams run", () -> runner.health().ready());
            topics.send(kafka.topics().raw(), "cpu value=1 1".getBytes(UTF_8));
            assertThat(topics.read(kafka.topics().live(), 1))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("cpu value=1 1".getBytes(UTF_8));
        }
    }

    @Test
    void passesOverARecordThatItsCodeCannotStandAndKeepsIt() {
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                StreamsRunner runner = runner("poisoned")) {
            runner.start();
            Eventually.eventually("streams run", () -> runner.health().ready());

            topics.send(kafka.topics().raw(), POISON);
            topics.send(kafka.topics().raw(), "cpu value=2 2".getBytes(UTF_8));

            assertThat(topics.read(kafka.topics().live(), 1))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("cpu value=2 2".getBytes(UTF_8));
            List<ConsumerRecord<byte[], byte[]>> kept =
                    topics.read(kafka.topics().rejected(), 1);
            assertThat(kept).extracting(ConsumerRecord::value).containsExactly(POISON);
            assertThat(Rejection.read(kept.get(0).headers()))
                    .isEqualTo(new Rejection(
                            "poisoned",
                            "processing-failed: java.lang.IllegalStateException: poisoned",
                            "metrics.raw/0/0",
                            -1));
            assertThat(meters.get("weir_streams_records_skipped").counter().count())
                    .isEqualTo(1);
            assertThat(runner.health()).isEqualTo(Health.running());
        }
    }

    /**
     * A guarded processor sets a record aside after it has caused two errors, even with a restart
     * in between.
     */
    @Test
    @Tag("long")
    void setsAsideARecordThatEndsThreadsTwice() {
        AtomicInteger deaths = new AtomicInteger();
        Topology topology = guarded(deaths);
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker)) {
            try (StreamsRunner runner = runner("guarded", topology)) {
                runner.start();
                Eventually.eventually("streams run", () -> runner.health().ready());
                topics.send(kafka.topics().raw(), POISON);
                topics.send(kafka.topics().raw(), "cpu value=2 2".getBytes(UTF_8));
                // Until its threads have run for half a minute.
                Eventually.eventually(
                        "it reports the deaths",
                        () -> !runner.health().ready()
                                && runner.health()
                                        .detail()
                                        .equals("a stream thread died: java.lang.StackOverflowError: poisoned"
                                                + " (2 times in a row)"));
                assertThat(topics.read(kafka.topics().live(), 1))
                        .extracting(ConsumerRecord::value)
                        .containsExactly("cpu value=2 2".getBytes(UTF_8));
                assertThat(deaths).hasValue(2);
                assertThat(topics.read(kafka.topics().rejected(), 1))
                        .extracting(ConsumerRecord::value)
                        .containsExactly(POISON);
            }
            // As if the transaction that skipped it had never been committed.
            try (StreamsRunner again = runner("guarded", guarded(deaths), "another group, from the beginning on")) {
                again.start();
                assertThat(topics.read(kafka.topics().live(), 2)).hasSize(2);
                assertThat(deaths).hasValue(2);
            }
        }
    }

    private Topology guarded(AtomicInteger deaths) {
        return new Topology()
                .addSource(
                        "raw",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        kafka.topics().raw())
                .addProcessor("guarded", GuardedProcessor.of(() -> new StackOverflows(deaths)), "raw")
                .addSink(
                        "live", kafka.topics().live(), new ByteArraySerializer(), new ByteArraySerializer(), "guarded");
    }

    private static final class StackOverflows extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        private final AtomicInteger deaths;

        StackOverflows(AtomicInteger deaths) {
            this.deaths = deaths;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            if (Arrays.equals(record.value(), POISON)) {
                deaths.incrementAndGet();
                throw new StackOverflowError("poisoned");
            }
            context().forward(record);
        }
    }

    /**
     * Skipping the record would lose it: the service is unready with the reason until Kafka accepts
     * it.
     */
    @Test
    @Tag("long")
    void isUnreadyWhileKafkaRefusesWhatItWrites() throws Exception {
        byte[] large = new byte[2_000];
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
                StreamsRunner runner = runner("refused")) {
            runner.start();
            Eventually.eventually("streams run", () -> runner.health().ready());
            maxMessageBytes(admin, "1000");

            topics.send(kafka.topics().raw(), large);

            Eventually.eventually(
                    "says what is refused",
                    () -> runner.health().detail().startsWith("Kafka refuses: ")
                            && !runner.health().ready());
            maxMessageBytes(admin, "100000");
            assertThat(topics.read(kafka.topics().live(), 1))
                    .extracting(ConsumerRecord::value)
                    .containsExactly(large);
            assertThat(runner.health().live()).isTrue();
        }
    }

    private void maxMessageBytes(Admin admin, String bytes) throws Exception {
        ConfigResource live =
                new ConfigResource(ConfigResource.Type.TOPIC, kafka.topics().live());
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry("max.message.bytes", bytes), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(live, List.of(set))).all().get();
    }

    @Test
    void stopsAtStateThatCannotBeRead() {
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker)) {
            try (StreamsRunner runner = runner("unreadable", processing())) {
                runner.start();
                Eventually.eventually("streams run", () -> runner.health().ready());
                topics.send(kafka.topics().raw(), "cpu value=1 1".getBytes(UTF_8));
                assertThat(topics.read(kafka.topics().storage(), 1)).hasSize(1);
            }
            topics.send(new ProducerRecord<>(
                    "unreadable-series-changelog", 0, new byte[] {0, 0, 0, 0}, new byte[] {1, 2, 3}));
            try (StreamsRunner runner = runner("unreadable", processing())) {
                runner.start();
                Eventually.eventually("it stops", () -> !runner.health().live());
                assertThat(runner.health().detail())
                        .startsWith("changelog of series, block 0: written before layouts had versions, or not by Weir."
                                + " Run the version that wrote the state");
            }
        }
    }

    /** The broker ends right before the check for state. */
    @Test
    @Tag("long")
    void asksForStateUntilKafkaAnswers() {
        EmbeddedBroker first = broker();
        try (Running later = new Running();
                StreamsRunner runner = runner("unanswered")) {
            runner.start(() -> {
                first.close();
                return true;
            });
            Eventually.eventually(
                    "it waits", () -> runner.health().detail().startsWith("Kafka does not report whether the state"));
            assertThat(runner.health().live()).isTrue();

            later.add(broker());
            Eventually.eventually("it runs", () -> runner.health().ready());
        }
    }

    @Test
    void startsNothingIfItIsClosedWhileItAsks() {
        EmbeddedBroker first = broker();
        StreamsRunner runner = runner("closed");
        runner.start(() -> {
            first.close();
            return true;
        });
        Eventually.eventually(
                "it waits", () -> runner.health().detail().startsWith("Kafka does not report whether the state"));
        runner.close();
        try (EmbeddedBroker again = broker();
                TestTopics topics = new TestTopics(again)) {
            topics.send(kafka.topics().raw(), "cpu value=1 1".getBytes(UTF_8));
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("closed-"));
        }
    }

    /** Another store of the same part of the topology still has its changelog. */
    @Test
    @Tag("long")
    void refusesAChangelogThatIsMissingAmongOthers() throws Exception {
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            try (StreamsRunner runner = runner("partial", counting())) {
                runner.start();
                Eventually.eventually("streams run", () -> runner.health().ready());
                topics.send(kafka.topics().raw(), "cpu value=1 1".getBytes(UTF_8));
                assertThat(topics.read(kafka.topics().live(), 1)).hasSize(1);
            }
            // The store "never" had no entry, but its changelog exists.
            try (StreamsRunner runner = runner("partial", counting())) {
                runner.start();
                Eventually.eventually("streams run again", () -> runner.health().ready());
            }
            admin.deleteTopics(List.of("partial-never-changelog")).all().get();
            try (StreamsRunner runner = runner("partial", counting())) {
                runner.start();
                Eventually.eventually("it refuses", () -> !runner.health().live());
                assertThat(runner.health().detail())
                        .contains("group partial: partial-never-changelog empty or deleted");
            }
        }
    }

    /** Two stores in one part of the topology, of which one has entries. */
    private Topology counting() {
        return new Topology()
                .addSource(
                        "raw",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        kafka.topics().raw())
                .addProcessor("count", Counts::new, "raw")
                .addStateStore(store("some"), "count")
                .addStateStore(store("never"), "count")
                .addSink("live", kafka.topics().live(), new ByteArraySerializer(), new ByteArraySerializer(), "count");
    }

    private static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray());
    }

    private static final class Counts extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            context().<KeyValueStore<byte[], byte[]>>getStateStore("some").put(record.value(), record.value());
            context().forward(record);
        }
    }

    private Topology processing() {
        return ProcessingTopology.build(
                Rules.fixed(RuleFile.passThrough()),
                kafka.topics(),
                kafka.partitions(),
                ProcessingConfig.defaults(),
                new ProcessingMeters(meters));
    }

    @Test
    void refusesAStateDirectoryThatIsAFile() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        try (StreamsRunner runner = new StreamsRunner(
                "test", echo(), Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "test"), file, kafka, meters)) {
            assertThatThrownBy(runner::start).isInstanceOf(StartException.class).hasMessageContaining(file.toString());
        }
    }

    private EmbeddedBroker broker() {
        return EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
    }

    private StreamsRunner runner(String name) {
        return runner(name, echo());
    }

    private StreamsRunner runner(String name, Topology topology) {
        return runner(name, topology, name);
    }

    private StreamsRunner runner(String name, Topology topology, String group) {
        return new StreamsRunner(
                name,
                topology,
                Map.of(
                        StreamsConfig.APPLICATION_ID_CONFIG,
                        group.replace(' ', '-').replace(",", ""),
                        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                        100),
                directory.resolve("state"),
                kafka,
                meters);
    }

    private Topology echo() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(kafka.topics().raw(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .peek((key, value) -> {
                    if (Arrays.equals(value, POISON)) {
                        throw new IllegalStateException("poisoned");
                    }
                })
                .to(kafka.topics().live(), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        return builder.build();
    }
}
