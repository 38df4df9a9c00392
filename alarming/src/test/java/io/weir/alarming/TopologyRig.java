package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.condition.ConditionStates;
import io.weir.alarming.lifecycle.SavedAlarms;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.CommandReply;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.state.Seal;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import io.weir.contract.topic.Unreliability;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
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
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The production topology without a broker: one partition; the decision clock follows the records.
 */
final class TopologyRig implements AutoCloseable {

    static final String CONDITIONS = "rig-" + AlarmingTopology.CONDITIONS + "-changelog";
    static final String ALARMS = "rig-" + AlarmingTopology.ALARMS + "-changelog";
    static final String GROUPS = "rig-" + AlarmingTopology.GROUPS + "-changelog";
    static final String MARKS = "rig-" + AlarmingTopology.MARKS + "-changelog";
    static final String ACTIONS = "rig-" + AlarmingTopology.ACTIONS + "-changelog";
    static final String KEYS = "rig-" + AlarmingTopology.KEYS + "-changelog";
    static final String TIMES = "rig-" + AlarmingTopology.TIMES + "-changelog";

    final Topics topics = new Topics("");
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> alarming;
    private final TestInputTopic<byte[], byte[]> conditions;
    private final TestInputTopic<byte[], byte[]> commands;
    private final TestInputTopic<byte[], byte[]> actionReplies;
    private final TestInputTopic<byte[], byte[]> farmState;
    private final TestInputTopic<byte[], byte[]> rejected;
    private long nowMillis;
    private int commandCount;

    TopologyRig(RuleFile rules) {
        this(Rules.fixed(rules));
    }

    /** Disables the intake alarm, because the clock also advances without metrics. */
    TopologyRig(Rules rules) {
        this(rules, AlarmingConfig.defaults().withIntakeTimeout(Duration.ofDays(1_000)));
    }

    TopologyRig(Rules rules, AlarmingConfig config) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "rig");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        driver = new TopologyTestDriver(
                AlarmingTopology.build(rules, topics, 1, config, new AlarmingMeters(meters)),
                properties,
                Instant.EPOCH);
        alarming = driver.createInputTopic(topics.alarming(), new ByteArraySerializer(), new ByteArraySerializer());
        conditions = driver.createInputTopic(topics.conditions(), new ByteArraySerializer(), new ByteArraySerializer());
        commands = driver.createInputTopic(topics.commands(), new ByteArraySerializer(), new ByteArraySerializer());
        actionReplies =
                driver.createInputTopic(topics.actionReplies(), new ByteArraySerializer(), new ByteArraySerializer());
        farmState = driver.createInputTopic(topics.farmState(), new ByteArraySerializer(), new ByteArraySerializer());
        rejected = driver.createInputTopic(topics.rejected(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Sends a record of lines; empty lines make a tick. */
    void batch(long logMillis, String lines) {
        pipe(logMillis, lines, new RecordHeaders());
    }

    /** Sends a record that this gateway received. */
    void batch(long logMillis, String lines, String gateway) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.gateway(gateway));
        pipe(logMillis, lines, headers);
    }

    /** Sends a tick that reports an unreliable gateway. */
    void tick(long logMillis, String gateway, Unreliability why) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.unreliable(gateway, why));
        pipe(logMillis, "", headers);
    }

    /** Sends a record with the headers that processing writes. */
    void batch(long logMillis, String lines, long rawOffset, int part) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.input(rawOffset, part));
        pipe(logMillis, lines, headers);
    }

    /** Sends a marker that activates these rules, with the headers that processing writes. */
    void marker(long logMillis, RuleFile rules, long rawOffset) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(BatchHeaders.rules(rules.version())).add(BatchHeaders.input(rawOffset, 0));
        pipe(logMillis, "", headers);
    }

    /** Sends an operator's command, possibly malformed; advances the clock to this time. */
    void command(long millis, @Nullable String json) {
        clock(millis);
        byte[] value = json == null ? null : json.getBytes(UTF_8);
        commands.pipeInput(new TestRecord<>(null, value, new RecordHeaders(), millis));
    }

    /** Returns a command by anna; single quotes in {@code rest} become double quotes. */
    static String commandJson(String id, long millis, String operation, String rest) {
        return commandJson(id, "anna", millis, operation, rest);
    }

    /** Returns a command; single quotes in {@code rest} become double quotes. */
    static String commandJson(String id, String user, long millis, String operation, String rest) {
        return "{'id':'%s','time':'%s','user':'%s','operation':'%s',%s}"
                .formatted(id, Instant.ofEpochMilli(millis), user, operation, rest)
                .replace('\'', '"');
    }

    /** Sends a farm setting, where an empty value removes it; advances the clock to this time. */
    void state(long millis, String name, String value) {
        clock(millis);
        farmState.pipeInput(new TestRecord<>(name.getBytes(UTF_8), value.getBytes(UTF_8), new RecordHeaders(), millis));
    }

    /** Sends a reply of the control system, possibly malformed; advances the clock to this time. */
    void actionReply(long millis, String json) {
        clock(millis);
        actionReplies.pipeInput(new TestRecord<>(null, json.getBytes(UTF_8), new RecordHeaders(), millis));
    }

    /** Sends a command by anna with the id {@code c1}, {@code c2} and so on. */
    void say(long millis, String operation, String rest) {
        commandCount++;
        command(millis, commandJson("c" + commandCount, millis, operation, rest));
    }

    /** Advances the clock to this time, unless it is later already. */
    void clock(long millis) {
        if (millis > nowMillis) {
            driver.advanceWallClockTime(Duration.ofMillis(millis - nowMillis));
            nowMillis = millis;
        }
    }

    private void pipe(long logMillis, String lines, RecordHeaders headers) {
        clock(logMillis);
        alarming.pipeInput(new TestRecord<>(null, lines.getBytes(UTF_8), headers, logMillis));
    }

    /** Sends a message of the first stage from another partition. */
    void condition(TestRecord<byte[], byte[]> record) {
        clock(record.timestamp());
        conditions.pipeInput(record);
    }

    /** Sends a record of {@code metrics.rejected}; advances the clock to this time. */
    void rejected(long millis, Rejection why) {
        clock(millis);
        RecordHeaders headers = new RecordHeaders();
        why.addTo(headers);
        rejected.pipeInput(new TestRecord<>(null, new byte[0], headers, millis));
    }

    /** Returns the records written to a topic since the last call. */
    List<TestRecord<byte[], byte[]>> output(String topic) {
        if (!driver.producedTopicNames().contains(topic)) {
            return List.of();
        }
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** Drops all output so far. */
    void forgetOutput() {
        List.copyOf(driver.producedTopicNames()).forEach(this::output);
    }

    /** Returns the events written since the last call. */
    List<AlarmEvent> events() {
        return output(topics.events()).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .toList();
    }

    /** Returns the replies to commands since the last call. */
    List<CommandReply> replies() {
        return output(topics.replies()).stream()
                .map(record -> AlarmJson.readReply(record.value()))
                .toList();
    }

    /** Returns the actions since the last call. */
    List<ControlAction> actions() {
        return output(topics.actions()).stream()
                .map(record -> AlarmJson.readAction(record.value()))
                .toList();
    }

    @SuppressWarnings("unchecked") // the store of this name has this type
    BlockStore<ConditionStates> store() {
        StateStore store = Objects.requireNonNull(driver.getAllStateStores().get(AlarmingTopology.CONDITIONS));
        return (BlockStore<ConditionStates>) store;
    }

    /** Puts a changelog record into the store of alarms. */
    void restoreAlarm(TestRecord<byte[], byte[]> record) {
        SavedAlarms.restoreAlarm(driver.getKeyValueStore(AlarmingTopology.ALARMS), record.key(), content(record));
    }

    /** Puts a changelog record into the store of marks. */
    void restoreMark(TestRecord<byte[], byte[]> record) {
        SavedAlarms.restoreMark(driver.getKeyValueStore(AlarmingTopology.MARKS), record.key(), content(record));
    }

    /** Puts a changelog record into the store of actions. */
    void restoreAction(TestRecord<byte[], byte[]> record) {
        KeyValueStore<String, byte[]> store = driver.getKeyValueStore(AlarmingTopology.ACTIONS);
        store.put(new String(record.key(), UTF_8), content(record));
    }

    /** Puts a changelog record into the store of keys. */
    void restoreKey(TestRecord<byte[], byte[]> record) {
        SavedAlarms.restoreKey(driver.getKeyValueStore(AlarmingTopology.KEYS), record.key(), content(record));
    }

    /** Puts a changelog record into the store of times. */
    void restoreTime(TestRecord<byte[], byte[]> record) {
        driver.<String, String>getKeyValueStore(AlarmingTopology.TIMES)
                .put(new String(record.key(), UTF_8), new String(Objects.requireNonNull(content(record)), UTF_8));
    }

    /** Puts a changelog record into the store of groups. */
    void restoreGroup(TestRecord<byte[], byte[]> record) {
        KeyValueStore<String, String> groups = driver.getKeyValueStore(AlarmingTopology.GROUPS);
        byte[] content = content(record);
        groups.put(new String(record.key(), UTF_8), content == null ? null : new String(content, UTF_8));
    }

    /** Returns the saved value without its seal. */
    private static byte @Nullable [] content(TestRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        return value == null ? null : Arrays.copyOfRange(value, Seal.BYTES, value.length);
    }

    /** Returns the count of a meter that has a counter for each rule. */
    double ofRule(String meter, String rule) {
        return meters.get(meter).tag("rule", rule).counter().count();
    }

    double gauge(String meter) {
        return meters.get(meter).gauge().value();
    }

    double count(String meter) {
        return meters.get(meter).functionCounter().count();
    }

    @Override
    public void close() {
        driver.close();
    }
}
