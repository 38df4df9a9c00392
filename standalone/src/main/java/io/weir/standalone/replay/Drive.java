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
 * A topology that runs in the calling thread, record by record, committed after each: Kafka Streams' own test driver. What it
 * writes is handed on at once, so that nothing piles up. Its clock starts at 1970 and goes on only if told. Not thread-safe.
 */
final class Drive implements AutoCloseable {
    /** Names the topics of its changelogs: {@code weir-STORE-changelog}. */
    static final String APPLICATION = "weir";

    /** Has no line, is no tick and no command: it only moves the offset. */
    private static final byte[] COMMENT = "# read already".getBytes(UTF_8);

    private final Supplier<Topology> topology;
    private final Optional<String> loop;
    private final Sink sink;
    private final Optional<Changelogs> changelogs;
    private Run run;
    private final Map<String, Long> piped = new TreeMap<>();
    private long looped;
    private long clockMillis;

    /** Is given each record that is written. */
    interface Sink {
        void came(String topic, TestRecord<byte[], byte[]> record);
    }

    /** From one start to the next. */
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
     * Runs a topology.
     *
     * @param topology makes a new one for each start
     * @param loop the topic that it writes and reads itself, if there is one: {@code metrics.partials}
     * @param isSaved whether it may be started again
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

    /** Lets the clock show {@code millis} since 1970, unless it is later already. */
    void advanceClock(long millis) {
        if (millis > clockMillis) {
            run.driver.advanceWallClockTime(Duration.ofMillis(millis - clockMillis));
            clockMillis = millis;
        }
    }

    /** Has the topology read a record of a topic, and hands on all that it writes. */
    void pipe(String topic, long millis, byte[] value, Headers headers) {
        pipe(topic, millis, null, value, headers);
    }

    /** The same, of a record with a key. */
    void pipe(String topic, long millis, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        run.input(topic).pipeInput(new TestRecord<>(key, value, headers, millis));
        piped.merge(topic, 1L, Long::sum);
        drain((written, record) -> {
            if (Changelogs.isOne(written)) {
                changelogs.ifPresent(saved -> saved.add(written, record));
            } else {
                looped += loop.filter(written::equals).isPresent() ? 1 : 0;
                sink.came(written, record);
            }
        });
    }

    /** Ends, and goes on behind the last record with what the stores have saved in their changelogs. */
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

    /** Partials of no group, at a time that had passed before all others. */
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
                to.came(topic, output.readRecord());
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
