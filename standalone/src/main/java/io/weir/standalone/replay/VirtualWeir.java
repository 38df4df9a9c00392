package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingTopology;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingTopology;
import io.weir.processing.meter.ProcessingMeters;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Runs Weir under given rules in the calling thread, without a Kafka: the production topology of
 * processing and, if an output of alarming is wanted, that of alarming after it. It reads no clock,
 * so the same input gives the same bytes. Not thread-safe.
 */
public final class VirtualWeir implements AutoCloseable {
    private static final Topics TOPICS = new Topics("");
    private static final byte[] NO_LINES = {};
    private static final String GATEWAY = "virtual";

    /** Disables the intake alarm: there is no intake that could fail. */
    private static final Duration NEVER = Duration.ofDays(100_000);

    private final Map<String, Output> wanted = new HashMap<>();
    private final Sink sink;

    /** The meters of processing since its last start. */
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private final Drive processing;
    private final Optional<Drive> alarming;
    private long states;
    private SortedMap<String, String> farm = Collections.emptySortedMap();

    /** Receives the output. */
    public interface Sink {
        /**
         * Receives a part of an output, never an empty one.
         *
         * @param value lines, each with its line feed; or the JSON of one alarm event or action,
         * without a line feed
         */
        void written(Output from, byte[] value, int lines);
    }

    private VirtualWeir(RuleFile rules, Set<Output> outputs, boolean isSaved, Sink sink) {
        this.sink = sink;
        outputs.forEach(output -> wanted.put(output.topic(TOPICS), output));
        Rules fixed = Rules.fixed(rules);
        processing =
                new Drive(() -> processing(fixed, isSaved), Optional.of(TOPICS.partials()), isSaved, this::written);
        alarming = outputs.stream().anyMatch(Output::isOfAlarming)
                ? Optional.of(new Drive(() -> alarming(fixed), Optional.empty(), isSaved, this::written))
                : Optional.empty();
    }

    /**
     * Creates a Weir under these rules.
     *
     * @param outputs those that {@code sink} receives
     */
    public static VirtualWeir of(RuleFile rules, Set<Output> outputs, Sink sink) {
        return new VirtualWeir(rules, outputs, false, sink);
    }

    /** The same, with state that is saved for {@link #restart}, which costs time. */
    public static VirtualWeir saved(RuleFile rules, Set<Output> outputs, Sink sink) {
        return new VirtualWeir(rules, outputs, true, sink);
    }

    private Topology processing(Rules rules, boolean isSaved) {
        meters = new SimpleMeterRegistry();
        ProcessingTopology.Stores stores = ProcessingTopology.Stores.of(rules, 1, ProcessingConfig.defaults());
        return ProcessingTopology.build(
                rules, isSaved ? stores : stores.withoutChangelogs(), TOPICS, new ProcessingMeters(meters));
    }

    private static Topology alarming(Rules rules) {
        return AlarmingTopology.build(
                rules,
                TOPICS,
                1,
                AlarmingConfig.defaults().withIntakeTimeout(NEVER),
                new AlarmingMeters(new SimpleMeterRegistry()));
    }

    /**
     * Receives metrics.
     *
     * @param millis the receive time since 1970; not negative, and not before that of earlier calls
     * @param lines canonical line protocol with timestamps; not retained
     */
    public void batch(long millis, byte[] lines) {
        processing.pipe(TOPICS.raw(), millis, lines, new RecordHeaders());
    }

    /** States that everything received before this time has arrived. */
    public void tick(long millis) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(GATEWAY));
        processing.pipe(TOPICS.raw(), millis, NO_LINES, headers);
    }

    /** The counts of a meter of processing since its last start, by rule. */
    public Map<String, Long> countsByRule(String meter) {
        return meters.find(meter).counters().stream()
                .collect(Collectors.toMap(
                        counter -> Objects.requireNonNull(counter.getId().getTag("rule")),
                        counter -> (long) counter.count()));
    }

    /** Receives an operator's command. */
    public void command(long millis, byte[] command) {
        alarming.ifPresent(drive -> {
            drive.advanceClock(millis);
            drive.pipe(TOPICS.commands(), millis, command, new RecordHeaders());
        });
    }

    /**
     * Replaces the farm state from here on.
     *
     * @param millis since 1970, as above
     */
    public void state(long millis, SortedMap<String, String> values) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(GATEWAY));
        headers.add(BatchHeaders.state(new FarmState(states++, values).toBytes()));
        processing.pipe(TOPICS.raw(), millis, NO_LINES, headers);
        TreeSet<String> names = new TreeSet<>(farm.keySet());
        names.addAll(values.keySet());
        for (String name : names) {
            if (!Objects.equals(farm.get(name), values.get(name))) {
                set(millis, name, values.get(name));
            }
        }
        farm = values;
    }

    private void set(long millis, String name, @Nullable String value) {
        byte[] bytes = value == null ? null : value.getBytes(UTF_8);
        alarming.ifPresent(drive -> {
            drive.advanceClock(millis);
            drive.pipe(TOPICS.farmState(), millis, name.getBytes(UTF_8), bytes, new RecordHeaders());
        });
    }

    /** Stops and starts again with the saved state; only for a {@link #saved} instance. */
    public void restart() {
        processing.restart();
        alarming.ifPresent(Drive::restart);
    }

    private void written(String topic, TestRecord<byte[], byte[]> record) {
        Output output = wanted.get(topic);
        if (output != null && !BatchHeaders.isEmpty(record.value())) {
            sink.written(output, record.value(), output.isOfAlarming() ? 1 : BatchHeaders.lines(record.headers()));
        }
        if (topic.equals(TOPICS.alarming())) {
            alarming.ifPresent(drive -> {
                drive.advanceClock(record.timestamp());
                drive.pipe(topic, record.timestamp(), record.value(), record.headers());
            });
        }
    }

    @Override
    public void close() {
        processing.close();
        alarming.ifPresent(Drive::close);
    }
}
