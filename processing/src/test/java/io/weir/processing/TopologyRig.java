package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.SourceOffsets;
import io.weir.contract.topic.Topics;
import io.weir.processing.account.StateBudget;
import io.weir.processing.merge.MergeStates;
import io.weir.processing.meter.ProcessingMeters;
import io.weir.processing.series.SeriesStates;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The production topology without a broker: one partition, and time only from records and ticks.
 */
final class TopologyRig implements AutoCloseable {

    static final String APPLICATION = "rig";
    static final String CHANGELOG = APPLICATION + "-" + ProcessingTopology.SERIES + "-changelog";
    static final String MERGED_CHANGELOG = APPLICATION + "-" + ProcessingTopology.MERGED + "-changelog";

    /** Begins the source of results of series. */
    static final String SERIES_OF = "series-";

    final Topics topics = new Topics("");
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> raw;
    private final TestInputTopic<byte[], byte[]> partials;

    TopologyRig(RuleFile rules) {
        this(Rules.fixed(rules));
    }

    TopologyRig(Rules rules) {
        this(rules, 1);
    }

    /** @param partitions number of partitions, one of which is run */
    TopologyRig(Rules rules, int partitions) {
        this(rules, partitions, ProcessingConfig.defaults());
    }

    /** @param budget for the state of the one partition */
    TopologyRig(Rules rules, StateBudget budget) {
        this(rules, 1, ProcessingConfig.defaults().withState(budget));
    }

    TopologyRig(Rules rules, int partitions, ProcessingConfig config) {
        this(rules, partitions, config, new Topics("").partials());
    }

    private TopologyRig(Rules rules, int partitions, ProcessingConfig config, String partialsRead) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(
                ProcessingTopology.build(
                        rules,
                        ProcessingTopology.Stores.of(rules, partitions, config),
                        topics,
                        partialsRead,
                        new ProcessingMeters(meters)),
                properties);
        raw = driver.createInputTopic(topics.raw(), new ByteArraySerializer(), new ByteArraySerializer());
        partials = driver.createInputTopic(partialsRead, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Creates graphs of which the second reads only what {@link #partial(TestRecord)} sends it. */
    static TopologyRig ofSeparateGraphs(RuleFile rules) {
        return ofSeparateGraphs(rules, 1);
    }

    /** The same for one of several partitions. */
    static TopologyRig ofSeparateGraphs(RuleFile rules, int partitions) {
        return new TopologyRig(Rules.fixed(rules), partitions, ProcessingConfig.defaults(), "partials-read");
    }

    void batch(long receivedMillis, String lines) {
        raw.pipeInput(new TestRecord<>(null, lines.getBytes(UTF_8), new RecordHeaders(), receivedMillis));
    }

    /** Sends a named batch of a gateway. */
    void batch(String gateway, long epoch, long number, long receivedMillis, String lines) {
        raw.pipeInput(new TestRecord<>(null, lines.getBytes(UTF_8), named(gateway, epoch, number), receivedMillis));
    }

    /** Sends a batch with lines from these offsets of a log, received at 10.1 s. */
    void read(String gateway, long epoch, long number, String log, String offsets, String lines) {
        RecordHeaders headers = named(gateway, epoch, number);
        headers.add(BatchHeaders.origin(log)).add(SourceOffsets.header(offsets));
        pipe(headers, lines);
    }

    /** Sends part of a batch of a gateway, received at 10.1 s. */
    void part(String gateway, long epoch, long number, Header part, String lines) {
        RecordHeaders headers = named(gateway, epoch, number);
        headers.add(part);
        pipe(headers, lines);
    }

    private void pipe(RecordHeaders headers, String lines) {
        headers.add(BatchHeaders.lines((int) lines.lines().count()));
        raw.pipeInput(new TestRecord<>(null, lines.getBytes(UTF_8), headers, 10_100L));
    }

    /**
     * The gateway is complete up to {@code millis}; {@code number} is the number of its next batch.
     */
    void tick(String gateway, long epoch, long number, long millis) {
        raw.pipeInput(new TestRecord<>(null, new byte[0], named(gateway, epoch, number), millis));
    }

    /**
     * The gateway is complete only up to {@code completeMillis}, because it still sends its spool.
     */
    void behind(String gateway, long completeMillis, long nowMillis) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(gateway)).add(BatchHeaders.behind(nowMillis));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, completeMillis));
    }

    private static RecordHeaders named(String gateway, long epoch, long number) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(gateway))
                .add(BatchHeaders.epoch(epoch))
                .add(BatchHeaders.number(number));
        return headers;
    }

    void tick(String gateway, long millis) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(gateway));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** Activates these rules. */
    void marker(long millis, RuleFile rules) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.rules(rules.version()));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** Sets the farm's state. */
    void state(long millis, FarmState state) {
        stateBytes(millis, new String(state.toBytes(), UTF_8));
    }

    /** Sends a state marker with any text. */
    void stateBytes(long millis, String text) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway("gateway")).add(BatchHeaders.state(text.getBytes(UTF_8)));
        raw.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** Sends merge a record that partial wrote in a partition. */
    void partial(int source, TestRecord<byte[], byte[]> record) {
        boolean isOfSeries =
                String.valueOf(BatchHeaders.source(record.headers())).startsWith(SERIES_OF);
        RecordHeaders headers = new RecordHeaders(record.headers());
        headers.remove(BatchHeaders.SOURCE);
        headers.add(BatchHeaders.source((isOfSeries ? SERIES_OF : "") + source));
        partial(new TestRecord<>(null, record.value(), headers, record.timestamp()));
    }

    /** Sends merge the records of several partitions. Their order is random, but that of each is kept. */
    void partials(List<List<TestRecord<byte[], byte[]>>> sources, Random order) {
        int[] read = new int[sources.size()];
        for (int left = sources.stream().mapToInt(List::size).sum(); left > 0; left--) {
            int source = order.nextInt(read.length);
            while (read[source] == sources.get(source).size()) {
                source = (source + 1) % read.length;
            }
            partial(source, sources.get(source).get(read[source]++));
        }
    }

    /** Sends the second graph a record that one of the graphs wrote. */
    void partial(TestRecord<byte[], byte[]> record) {
        partials.pipeInput(record);
    }

    /** Moves the offset of the partials, without an effect. */
    void skipPartial() {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.lines(1)).add(BatchHeaders.source("none"));
        partials.pipeInput(new TestRecord<>(null, "# only moves the offset".getBytes(UTF_8), headers, 0L));
    }

    /** The records written to a topic since the last call. */
    List<TestRecord<byte[], byte[]>> output(String topic) {
        if (!driver.producedTopicNames().contains(topic)) {
            return List.of();
        }
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** The lines written to a topic since the last call, without ticks. */
    List<String> lines(String topic) {
        return output(topic).stream().flatMap(TopologyRig::lines).toList();
    }

    static Stream<String> lines(TestRecord<byte[], byte[]> record) {
        return new String(record.value(), UTF_8).lines();
    }

    /** The text written to a topic since the last call. */
    String text(String topic) {
        return output(topic).stream()
                .map(record -> new String(record.value(), UTF_8))
                .collect(Collectors.joining());
    }

    @SuppressWarnings("unchecked") // the store with this name has this type
    BlockStore<MergeStates> merged() {
        StateStore store = driver.getAllStateStores().get(ProcessingTopology.MERGED);
        return (BlockStore<MergeStates>) Objects.requireNonNull(store);
    }

    @SuppressWarnings("unchecked") // the store with this name has this type
    BlockStore<SeriesStates> store() {
        StateStore store = driver.getAllStateStores().get(ProcessingTopology.SERIES);
        return (BlockStore<SeriesStates>) Objects.requireNonNull(store);
    }

    double count(String meter) {
        return meters.find(meter).meters().stream()
                .mapToDouble(each -> each.measure().iterator().next().getValue())
                .sum();
    }

    @Override
    public void close() {
        driver.close();
    }
}
