package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.alarming.AlarmingConfig;
import io.weir.alarming.AlarmingTopology;
import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Operation;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * A random log for alarming: metrics of a hundred series on two partitions, some of them late,
 * ticks, rules that change while delays run, records that processing writes again, and commands of
 * operators. Each step also goes through the production topology without a broker, which gives the
 * expected result. Commands refer to alarms that exist at that time.
 */
final class AlarmLog implements AutoCloseable {

    static final int PARTITIONS = 2;

    /**
     * Rules that depend on each other, for alarms of one partition: the order between several is
     * not deterministic.
     */
    private static final String RELATED = """
              - {name: warm, match: {measurement: temp, tags: {host: "p0-*"}}, field: c, minor: {above: 55}, chatter: off, masked-by: {rule: bad, on: [host]}}
              - {name: gate, match: {measurement: temp, tags: {host: "p0-*"}}, field: door, minor: {equals: [open]}, chatter: off}
              - {name: bad, any: [gate], by: [host], severity: major, chatter: off}
              - {name: room, of: {rules: [warm, gate]}, at-least: 20, chatter: off}
            """;

    private static final RuleFile FIRST = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50, clear: 40}, major: {above: 70, clear: 60}, for: 2s, latch: true}
              - {name: cold, match: {measurement: temp}, field: c, major: {below: 20, clear: 25}, clear-for: 1s}
              - {name: odd, match: {measurement: temp}, field: c, minor: {outside: [30, 70]}, invalid: {inside: [1, 5]}, times: {n: 3, within: 5s}}
              - {name: door, match: {measurement: temp}, field: door, minor: {equals: [open]}, invalid: {flapping: {changes: 3, within: 4s}}, for: 1s, clear-for: 1s}
            """ + RELATED);

    /** Without one of the rules, and with other levels and delays. */
    private static final RuleFile SECOND = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 60, clear: 40}, for: 1s, clear-for: 2s, latch: true}
              - {name: odd, match: {measurement: temp}, field: c, minor: {outside: [30, 70]}, invalid: {inside: [1, 5]}, times: {n: 2, within: 9s}}
              - {name: door, match: {measurement: temp}, field: door, minor: {equals: [open]}, for: 2s}
            """ + RELATED);

    private static final List<RuleFile> VERSIONS = List.of(FIRST, SECOND);

    /** The rules as readers of the log know them. */
    static final Rules RULES = new Rules() {
        @Override
        public RuleFile active() {
            return FIRST;
        }

        @Override
        public Optional<RuleFile> find(String version) {
            return VERSIONS.stream()
                    .filter(rules -> rules.version().equals(version))
                    .findFirst();
        }
    };

    private static final Topics TOPICS = KafkaCluster.TOPICS;
    private static final List<Operation> OPERATIONS = List.of(Operation.values());

    private final Random random;
    private final boolean hasUnknown;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> metrics;
    private final TestInputTopic<byte[], byte[]> commands;
    private final TestOutputTopic<byte[], byte[]> events;
    private final Map<String, List<String>> expected = new HashMap<>();
    private final Map<String, AlarmEvent> alarms = new HashMap<>();
    private final List<List<ProducerRecord<byte[], byte[]>>> written = List.of(new ArrayList<>(), new ArrayList<>());
    private final long beginMillis;
    private long millis;
    private long offset;
    private int expectedEvents;
    private int commanded;

    /**
     * @param nowMillis the start by the clock of this machine, which operators use
     * @param hasUnknown whether the log also has records that the expected result does not know
     */
    AlarmLog(Random random, long nowMillis, boolean hasUnknown) {
        this.random = random;
        this.hasUnknown = hasUnknown;
        this.beginMillis = nowMillis;
        this.millis = nowMillis;
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "oracle");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(
                AlarmingTopology.build(
                        RULES, TOPICS, 1, AlarmingConfig.defaults(), new AlarmingMeters(new SimpleMeterRegistry())),
                properties,
                Instant.ofEpochMilli(nowMillis));
        metrics = driver.createInputTopic(TOPICS.alarming(), new ByteArraySerializer(), new ByteArraySerializer());
        commands = driver.createInputTopic(TOPICS.commands(), new ByteArraySerializer(), new ByteArraySerializer());
        events = driver.createOutputTopic(TOPICS.events(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The next records of processing; sometimes also earlier ones again. */
    List<ProducerRecord<byte[], byte[]>> next() {
        millis += random.nextInt(600);
        int kind = random.nextInt(20);
        if (kind < 4) {
            return inAllPartitions(new RecordHeaders().add(BatchHeaders.gateway("g1")));
        }
        if (kind == 4) {
            RuleFile rules = VERSIONS.get(random.nextInt(VERSIONS.size()));
            return inAllPartitions(new RecordHeaders().add(BatchHeaders.rules(rules.version())));
        }
        int partition = random.nextInt(PARTITIONS);
        List<ProducerRecord<byte[], byte[]>> log = written.get(partition);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        if (kind < 8) {
            records.addAll(log.subList(Math.max(0, log.size() - 1 - random.nextInt(4)), log.size()));
        }
        records.add(record(partition, lines(partition), new RecordHeaders()));
        show(records.get(records.size() - 1));
        if (hasUnknown) {
            records.add(record(partition, lines(partition), new RecordHeaders()));
        }
        return records;
    }

    /** A command on an existing alarm, or empty. */
    Optional<ProducerRecord<byte[], byte[]>> command() {
        List<AlarmEvent> known = new ArrayList<>(alarms.values());
        if (known.isEmpty()) {
            return Optional.empty();
        }
        AlarmEvent about = known.get(random.nextInt(known.size()));
        Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        Instant time = Instant.ofEpochMilli(beginMillis + commanded);
        AlarmCommand command = new AlarmCommand(
                "c" + commanded++,
                time,
                "anna",
                operation,
                about.id(),
                null,
                null,
                "because",
                operation == Operation.SHELVE ? time.plusSeconds(36_000) : null,
                about.transition());
        byte[] json = AlarmJson.write(command);
        commands.pipeInput(new TestRecord<>(null, json, new RecordHeaders(), beginMillis));
        took();
        return Optional.of(new ProducerRecord<>(TOPICS.commands(), 0, null, json));
    }

    /** How many commands were made. */
    int commands() {
        return commanded;
    }

    /** The expected events of each alarm, in this order. */
    Map<String, List<String>> expected() {
        return expected;
    }

    /** The number of expected events. */
    int expectedEvents() {
        return expectedEvents;
    }

    /** The content of an event without its decision time and its source record. */
    static String said(AlarmEvent event) {
        return String.join(
                " ",
                event.transition(),
                event.ruleVersion(),
                event.from() + ">" + event.to(),
                event.severity().toString(),
                String.valueOf(event.value()),
                event.message(),
                event.eventTime().toString(),
                String.valueOf(event.command()),
                String.valueOf(event.suppressedBy()));
    }

    private List<ProducerRecord<byte[], byte[]>> inAllPartitions(Headers headers) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            records.add(record(partition, "", headers));
        }
        show(records.get(0));
        return records;
    }

    private ProducerRecord<byte[], byte[]> record(int partition, String lines, Headers headers) {
        RecordHeaders all = new RecordHeaders(headers);
        all.add(BatchHeaders.input(offset++, 0));
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(TOPICS.alarming(), partition, millis, null, lines.getBytes(UTF_8), all);
        written.get(partition).add(record);
        return record;
    }

    private String lines(int partition) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(20); line >= 0; line--) {
            long stamp = (millis - random.nextInt(700)) * 1_000_000;
            lines.append("temp,host=p%d-%d c=%d,door=\"%s\" %d\n"
                    .formatted(
                            partition,
                            random.nextInt(50),
                            random.nextInt(100),
                            random.nextInt(3) == 0 ? "open" : "shut",
                            stamp));
        }
        return lines.toString();
    }

    private void show(ProducerRecord<byte[], byte[]> record) {
        metrics.pipeInput(new TestRecord<>(null, record.value(), record.headers(), record.timestamp()));
        took();
    }

    private void took() {
        for (TestRecord<byte[], byte[]> record : events.readRecordsToList()) {
            AlarmEvent event = AlarmJson.readEvent(record.value());
            alarms.put(event.id(), event);
            expected.computeIfAbsent(event.id(), unseen -> new ArrayList<>()).add(said(event));
            expectedEvents++;
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
