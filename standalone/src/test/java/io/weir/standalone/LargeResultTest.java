package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.streams.BoundedProcessor;
import io.weir.contract.streams.GuardedProcessor;
import io.weir.contract.streams.StreamsRunner;
import io.weir.contract.topic.Rejection;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result that is too large for a record of Kafka is set aside, and costs no other result. */
@Tag("long")
class LargeResultTest {
    private static final byte[] LARGE = "large".getBytes(UTF_8);
    private static final byte[] SMALL = "small".getBytes(UTF_8);
    private static final int BYTES = 2_000_000;

    private final int port = FreePorts.next();
    private final KafkaSettings kafka = KafkaSettings.defaults().withBootstrap("127.0.0.1:" + port);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** In a transaction, the refused record would abort the report of its refusal. */
    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void isSetAsideAndReported(String guarantee, @TempDir Path directory) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("kafka"), port, FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                StreamsRunner runner = new StreamsRunner(
                        "large",
                        topology(),
                        Map.of(
                                StreamsConfig.APPLICATION_ID_CONFIG,
                                "large",
                                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                                guarantee,
                                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                                100),
                        directory.resolve("state"),
                        kafka,
                        meters)) {
            runner.start();
            Eventually.eventually("streams run", () -> runner.health().ready());
            topics.send(kafka.topics().raw(), SMALL);
            topics.send(kafka.topics().raw(), LARGE);
            topics.send(kafka.topics().raw(), SMALL);

            assertThat(topics.read(kafka.topics().live(), 2))
                    .extracting(ConsumerRecord::value)
                    .containsExactly(SMALL, SMALL);
            List<ConsumerRecord<byte[], byte[]>> kept =
                    topics.read(kafka.topics().rejected(), 1);
            assertThat(Rejection.read(kept.get(0).headers()))
                    .isEqualTo(new Rejection("large", "record-too-large for metrics.live", "metrics.raw/0/1", -1));
            assertThat(kept.get(0).value()).startsWith(LARGE).hasSize(64 * 1024);
            assertThat(meters.get("weir_streams_records_skipped")
                            .tag("step", "too-large")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(runner.health()).isEqualTo(Health.running());
        }
    }

    private Topology topology() {
        return new Topology()
                .addSource(
                        "raw",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        kafka.topics().raw())
                .addProcessor("enlarge", GuardedProcessor.of(Enlarging::new), "raw")
                .addProcessor(
                        "bound",
                        () -> new BoundedProcessor<byte[]>(kafka.topics().live()),
                        "enlarge")
                .addSink("live", kafka.topics().live(), new ByteArraySerializer(), new ByteArraySerializer(), "bound");
    }

    private static final class Enlarging extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            boolean isLarge = Arrays.equals(record.value(), LARGE);
            context().forward(isLarge ? record.withValue(Arrays.copyOf(record.value(), BYTES)) : record);
        }
    }
}
