package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.KeyPresence;
import io.weir.contract.alarm.MessageKind;
import io.weir.contract.alarm.PartitionTime;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Metrics of several partitions, each with its own first stage, and one second stage: absence
 * alarms whose keys are in several partitions, and composite alarms whose members are.
 */
class PartitionsOracleTest {

    private static final int PARTITIONS = 3;
    private static final int HOSTS = 6;
    private static final int RACKS = 2;
    private static final int PERIOD = 30;
    private static final int SECONDS = 400;

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: silent, match: {measurement: up}, absent: 30s, by: [rack, host], chatter: off}
              - {name: silent-rack, of: {rule: silent, by: [rack]}, at-least: 2, chatter: off}
              - {name: hot, match: {measurement: temp}, field: v, path: [rack, host], major: {above: 50}, chatter: off}
              - {name: hot-rack, of: {rule: hot, by: [rack]}, at-least: 2, chatter: off}
            """);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A metric in the second after a tick: its host, partition and temperature. */
    private record Observation(int second, int millis, int host, int partition, int heat) {}

    @Test
    void eventsMatchTheMetricsOfAllPartitions() {
        List<String> all = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            List<Observation> observations = observations();
            List<String> reported = reported(play(observations, 0));
            assertThat(reported)
                    .as("seed %d round %d", seed, round)
                    .filteredOn(event -> event.startsWith("silent/"))
                    .containsExactlyInAnyOrderElementsOf(absences(observations));
            assertThat(reported)
                    .as("seed %d round %d: groups follow their members", seed, round)
                    .containsExactlyElementsOf(withGroups(reported));
            all.addAll(reported);
        }
        // Checks the total of all rounds: in one round, two hosts of a rack may never be silent together.
        assertThat(all).as("seed %d", seed).anyMatch(event -> event.startsWith("silent-rack/"));
        assertThat(all).as("seed %d", seed).anyMatch(event -> event.startsWith("hot-rack/"));
    }

    @Test
    void laggingPartitionsChangeNoResult() {
        for (int round = 0; round < 5; round++) {
            List<Observation> observations = observations();
            Set<String> inTime = raised(play(observations, 0));
            assertThat(raised(play(observations, 20)))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(inTime);
        }
    }

    /** Hosts send for a while, then stop; each may send through any partition. */
    private List<Observation> observations() {
        List<Observation> all = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            int second = 1 + random.nextInt(20);
            while (second < SECONDS) {
                int heat = 100 * random.nextInt(2);
                all.add(new Observation(second, 1 + random.nextInt(999), host, random.nextInt(PARTITIONS), heat));
                second += 1 + random.nextInt(random.nextInt(4) == 0 ? 2 * PERIOD : 10);
            }
        }
        return all;
    }

    /**
     * Returns all events. The second stage receives each partition's messages in order, up to
     * {@code lagSeconds} late.
     */
    private List<AlarmEvent> play(List<Observation> observations, int lagSeconds) {
        List<TopologyRig> first = IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopologyRig(RULES))
                .toList();
        List<Queue<TestRecord<byte[], byte[]>>> waiting = new ArrayList<>();
        IntStream.range(0, PARTITIONS).forEach(partition -> waiting.add(new ArrayDeque<>()));
        List<AlarmEvent> events = new ArrayList<>();
        try (TopologyRig second = new TopologyRig(RULES)) {
            for (int now = 1; now <= SECONDS; now++) {
                for (int partition : shuffled()) {
                    first.get(partition).batch(now * 1_000L, "");
                    hear(first.get(partition), partition, waiting.get(partition));
                    send(waiting.get(partition), now, lagSeconds, second, events);
                }
                int at = now;
                observations.stream()
                        .filter(observation -> observation.second == at)
                        .sorted((a, b) -> a.millis - b.millis)
                        .forEach(observation -> lines(observation).forEach((partition, line) -> {
                            first.get(partition).batch(at * 1_000L + observation.millis, line);
                            hear(first.get(partition), partition, waiting.get(partition));
                            send(waiting.get(partition), at, lagSeconds, second, events);
                        }));
            }
            waiting.forEach(queue -> send(queue, SECONDS, 0, second, events));
        } finally {
            first.forEach(TopologyRig::close);
        }
        return events;
    }

    private List<Integer> shuffled() {
        List<Integer> partitions =
                new ArrayList<>(IntStream.range(0, PARTITIONS).boxed().toList());
        Collections.shuffle(partitions, random);
        return partitions;
    }

    /**
     * Returns lines by partition: a series stays in one, but the series of a host may be in
     * several.
     */
    private static Map<Integer, String> lines(Observation observation) {
        String tags = ",rack=r" + observation.host % RACKS + ",host=h" + observation.host;
        long nanos = (observation.second * 1_000L + observation.millis) * 1_000_000;
        Map<Integer, String> lines = new TreeMap<>();
        lines.put(observation.partition, "up" + tags + ",core=" + observation.partition + " v=1 " + nanos);
        String temperature = "temp" + tags + " v=" + observation.heat + ' ' + nanos;
        lines.merge(observation.host % PARTITIONS, temperature, (up, temp) -> up + '\n' + temp);
        return lines;
    }

    /** Corrects the partition: each rig behaves as partition 0. */
    private static void hear(TopologyRig first, int partition, Queue<TestRecord<byte[], byte[]>> queue) {
        first.events();
        for (TestRecord<byte[], byte[]> record : first.output(first.topics.conditions())) {
            byte[] value = record.value();
            switch (MessageKind.of(record.headers())) {
                case CONDITION -> queue.add(record);
                case RULES -> {
                    if (partition == 0) {
                        queue.add(record);
                    }
                }
                case TIME -> {
                    PartitionTime time = AlarmJson.readPartitionTime(value);
                    queue.add(with(
                            record,
                            AlarmJson.write(new PartitionTime(
                                    partition, time.time(), time.ruleVersion(), time.unreliable(), time.full()))));
                }
                case PRESENCE -> {
                    KeyPresence key = AlarmJson.readKeyPresence(value);
                    KeyPresence of = new KeyPresence(
                            key.id(),
                            key.rule(),
                            key.ruleVersion(),
                            key.tags(),
                            partition,
                            key.presence(),
                            key.seen(),
                            key.due(),
                            key.periodMillis(),
                            key.source());
                    queue.add(with(record, AlarmJson.write(of)));
                }
            }
        }
    }

    private static TestRecord<byte[], byte[]> with(TestRecord<byte[], byte[]> record, byte[] value) {
        return new TestRecord<>(record.key(), value, record.headers(), record.timestamp());
    }

    private void send(
            Queue<TestRecord<byte[], byte[]>> queue,
            int now,
            int lagSeconds,
            TopologyRig second,
            List<AlarmEvent> events) {
        while (!queue.isEmpty()) {
            boolean isDue = queue.element().timestamp() <= (now - lagSeconds) * 1_000L;
            if (lagSeconds > 0 && !isDue && random.nextInt(4) > 0) {
                break;
            }
            second.condition(queue.remove());
        }
        events.addAll(second.events());
    }

    private static List<String> reported(List<AlarmEvent> events) {
        return events.stream().map(PartitionsOracleTest::reported).toList();
    }

    private static String reported(AlarmEvent event) {
        String is = event.severity() == Severity.OK ? "ok" : "raised";
        return event.rule().equals("silent")
                ? event.id() + ' ' + is + ' ' + event.eventTime().getEpochSecond()
                : event.id() + ' ' + is;
    }

    private static Set<String> raised(List<AlarmEvent> events) {
        Set<String> raised = new TreeSet<>();
        for (AlarmEvent event : events) {
            if (event.severity() == Severity.OK) {
                raised.remove(event.id());
            } else {
                raised.add(event.id());
            }
        }
        return raised;
    }

    /**
     * A host is absent one period after it was last seen anywhere, to the second, until it is seen
     * again.
     */
    private static List<String> absences(List<Observation> observations) {
        List<String> absences = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            String id = "silent/r" + host % RACKS + "/h" + host;
            int seen = Integer.MAX_VALUE - PERIOD;
            for (Observation observation : observations) {
                if (observation.host == host) {
                    if (observation.second >= seen + PERIOD) {
                        absences.add(id + " raised " + (seen + PERIOD));
                        absences.add(id + " ok " + observation.second);
                    }
                    seen = observation.second;
                }
            }
            if (seen + PERIOD <= SECONDS) {
                absences.add(id + " raised " + (seen + PERIOD));
            }
        }
        return absences;
    }

    /** Returns the events of members, each followed by its effect on the group. */
    private static List<String> withGroups(List<String> reported) {
        Map<String, Set<String>> members = new TreeMap<>();
        List<String> all = new ArrayList<>();
        for (String event : reported) {
            String[] words = event.split(" ", -1);
            String[] path = words[0].split("/", -1);
            if (path[0].endsWith("-rack")) {
                continue;
            }
            all.add(event);
            String group = path[0] + "-rack/" + path[1];
            Set<String> raised = members.computeIfAbsent(group, unseen -> new TreeSet<>());
            boolean was = raised.size() >= 2;
            boolean isNew = words[1].equals("ok") ? raised.remove(words[0]) : raised.add(words[0]);
            assertThat(isNew).as(event).isTrue();
            boolean is = raised.size() >= 2;
            if (is != was) {
                all.add(group + (is ? " raised" : " ok"));
            }
        }
        return all;
    }
}
