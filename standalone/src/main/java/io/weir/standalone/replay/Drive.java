package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology in the calling thread, one record at a time with a commit after each, using Kafka
 * Streams' own test driver. It passes output on immediately, so none accumulates. Its clock starts
 * at 1970 and advances only by {@link #advanceClock}. Not thread-safe.
 */
final class Drive implements AutoCloseable {
    /** The prefix of changelog topics: {@code weir-STORE-changelog}. */
    static final String APPLICATION = "weir";

    /** A record without lines that is neither tick nor command: it only advances the offset. */
    private static final byte[] COMMENT = "# read already".getBytes(UTF_8);

    private final Supplier<Topology> topology;
    private final Optional<String> loop;
    private final Sink sink;
    private final Optional<Changelogs> changelogs;
    private Run run;
    private final Map<String, Long> piped = new TreeMap<>();
    private long looped;
    private long clockMillis;

    /** Receives each written record. */
    interface Sink {
        void written(String topic, TestRecord<byte[], byte[]> record);
    }

    /** The driver between two starts. */
    private record Run(
            TopologyTestDriver driver,
            Map<String, TestInputTopic<byte[], byte[]>> inputs,
            Map<String, TestOutputTopic<byte[], byte[]>> outputs) {

        TestInputTopic<byte[], byte[]> input(String topic) {
            return inputs.computeIfAbsent(
                    topic, name -> driver.createInputTopic(name, new ByteArraySerializer(), new ByteArraySerializer()));
        }
    }

    /**
     * Starts a topology.
     *
     * @param topology creates a new topology for each start
     * @param loop the topic that the topology both writes and reads, if any:
     * {@code metrics.partials}
     * @param isSaved whether to keep changelogs, as {@link #restart} requires
     */
    Drive(Supplier<Topology> topology, Optional<String> loop, boolean isSaved, Sink sink) {
        this.topology = topology;
        this.loop = loop;
        this.sink = sink;
        this.changelogs = isSaved ? Optional.of(new Changelogs()) : Optional.empty();
        this.run = start(topology.get());
    }

    private static Run start(Topology topology) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new Run(new TopologyTestDriver(topology, properties, Instant.EPOCH), new HashMap<>(), new HashMap<>());
    }

    /** Advances the clock to {@code millis} since 1970, unless it is already later. */
    void advanceClock(long millis) {
        if (millis > clockMillis) {
            run.driver.advanceWallClockTime(Duration.ofMillis(millis - clockMillis));
            clockMillis = millis;
        }
    }

    /** Pipes a record into the topology and passes on all output. */
    void pipe(String topic, long millis, byte[] value, Headers headers) {
        pipe(topic, millis, null, value, headers);
    }

    /** The same for a record with a key. */
    void pipe(String topic, long millis, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        run.input(topic).pipeInput(new TestRecord<>(key, value, headers, millis));
        piped.merge(topic, 1L, Long::sum);
        drain((written, record) -> {
            if (Changelogs.isOne(written)) {
                changelogs.ifPresent(saved -> saved.add(written, record));
            } else {
                looped += loop.filter(written::equals).isPresent() ? 1 : 0;
                sink.written(written, record);
            }
        });
    }

    /**
     * Stops the topology and starts it again after the last record, with the state from its
     * changelogs.
     */
    void restart() {
        Run before = run;
        run = start(topology.get());
        piped.forEach((topic, count) -> {
            for (long offset = 0; offset < count; offset++) {
                run.input(topic).pipeInput(new TestRecord<>(null, COMMENT, new RecordHeaders(), 0L));
            }
        });
        loop.ifPresent(this::moveLoop);
        drain((topic, record) -> {});
        changelogs.orElseThrow().restore(run.driver.getAllStateStores(), before.driver.getAllStateStores());
        before.driver.close();
        long until = clockMillis;
        clockMillis = 0;
        advanceClock(until);
    }

    /** Advances the offset by partials without groups, at a time before all others. */
    private void moveLoop(String topic) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.source("0"));
        for (long offset = 0; offset < looped; offset++) {
            run.input(topic).pipeInput(new TestRecord<>(null, new byte[0], headers, 0L));
        }
    }

    private void drain(Sink to) {
        for (String topic : run.driver.producedTopicNames()) {
            TestOutputTopic<byte[], byte[]> output = run.outputs.computeIfAbsent(topic, this::output);
            while (!output.isEmpty()) {
                to.written(topic, output.readRecord());
            }
        }
    }

    private TestOutputTopic<byte[], byte[]> output(String topic) {
        return run.driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        run.driver.close();
    }
}
