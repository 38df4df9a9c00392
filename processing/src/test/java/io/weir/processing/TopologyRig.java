package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.SeriesStates;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.test.TestRecord;

/** The production topology without a broker: one partition, time only as the records and ticks tell it. */
final class TopologyRig implements AutoCloseable {

    static final String APPLICATION = "rig";
    static final String CHANGELOG = APPLICATION + "-" + ProcessingTopology.SERIES + "-changelog";

    final Topics topics = new Topics("");
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> raw;

    TopologyRig(RuleFile rules) {
        this(Rules.fixed(rules));
    }

    TopologyRig(Rules rules) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(
                ProcessingTopology.build(rules, topics, ProcessingConfig.defaults(), new ProcessingMeters(meters)),
                properties);
        raw = driver.createInputTopic(topics.raw(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    void batch(long receivedMillis, String lines) {
        raw.pipeInput(new TestRecord<>(null, lines.getBytes(UTF_8), new RecordHeaders(), receivedMillis));
    }

    void tick(String gateway, long millis) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(gateway));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** From here on, these rules hold. */
    void marker(long millis, RuleFile rules) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.rules(rules.version()));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** What was written to a topic since the last call. */
    List<TestRecord<byte[], byte[]>> output(String topic) {
        if (!driver.producedTopicNames().contains(topic)) {
            return List.of();
        }
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** The lines written to a topic since the last call, ticks left out. */
    List<String> lines(String topic) {
        return output(topic).stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .toList();
    }

    @SuppressWarnings("unchecked") // the topology has one store, of this type
    BlockStore<SeriesStates> store() {
        StateStore store = driver.getAllStateStores().get(ProcessingTopology.SERIES);
        return (BlockStore<SeriesStates>) Objects.requireNonNull(store);
    }

    double count(String meter) {
        return meters.get(meter).functionCounter().count();
    }

    @Override
    public void close() {
        driver.close();
    }
}
