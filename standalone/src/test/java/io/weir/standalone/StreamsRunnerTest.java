package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Running;
import io.weir.contract.service.StartException;
import io.weir.contract.service.StreamsRunner;
import io.weir.contract.topic.Rejection;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void replacesThreadsThatDieUntilTheBudgetIsSpent() {
        AtomicInteger deaths = new AtomicInteger();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(kafka.topics().raw(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .foreach((key, value) -> {
                    deaths.incrementAndGet();
                    throw new AssertionError("not the fault of a record");
                });
        try (EmbeddedBroker broker = broker();
                TestTopics topics = new TestTopics(broker);
                StreamsRunner runner = runner("dying", builder.build())) {
            runner.start();
            Eventually.eventually("streams run", () -> runner.health().ready());

            topics.send(kafka.topics().raw(), POISON);

            Eventually.eventually("it is given up", () -> !runner.health().live());
            assertThat(runner.health().detail()).startsWith("more than 10 stream threads died within 5 minutes");
            assertThat(deaths).hasValue(11);
        }
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
        return new StreamsRunner(
                name,
                topology,
                Map.of(
                        StreamsConfig.APPLICATION_ID_CONFIG,
                        name,
                        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                        100,
                        // How long the group waits for a thread that died.
                        StreamsConfig.consumerPrefix("session.timeout.ms"),
                        1_000,
                        StreamsConfig.consumerPrefix("heartbeat.interval.ms"),
                        300),
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
