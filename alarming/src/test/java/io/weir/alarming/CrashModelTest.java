package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Operation;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Simulates dozens of crashes at any moment without a broker. Under exactly-once, all state is as
 * of the last commit, and input is read again from there. Processing is not exactly once and
 * repeats some of its output. The events of both runs together must equal those of an uninterrupted
 * run. The rules change meanwhile, and others may be active at the restart.
 */
class CrashModelTest {
    private static final int ROUNDS =
            Integer.getInteger("weir.test.rounds", Boolean.getBoolean("weir.test.long") ? 10 : 5);

    /** Some of these hosts send, some never do. */
    private static final byte[] HOSTS = "host\nh1\nh2\nh3\nh901\nh902\n".getBytes(UTF_8);

    private static final byte[] OTHER_HOSTS = "host\nh2\nh3\nh4\nh902\nh903\n".getBytes(UTF_8);

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, minor: {above: 50, clear: 40}, major: {above: 70, clear: 60}, for: 2s, latch: true, escalate: {after: 3s, to: major}, masked-by: {rule: rack, on: [rack]}}
              - {name: cold, match: {measurement: temp}, field: c, major: {below: 20, clear: 25}, chatter: {raises: 2, within: 1h, quiet: 6s}, masked-by: {rules: [door, hot, away], on: [host]}}
              - {name: odd, match: {measurement: temp}, field: c, minor: {outside: [30, 70]}, invalid: {inside: [1, 5]}, times: {n: 3, within: 5s}, masked-while: {mode: night}}
              - {name: door, match: {measurement: temp}, field: door, minor: {equals: [open]}, major: {stuck: 3s}, invalid: {flapping: {changes: 3, within: 4s}}, for: 1s, clear-for: 1s}
              - {name: away, match: {measurement: temp}, absent: 4s, by: [host, rack]}
              - {name: missing, match: {measurement: temp}, absent: 3s, by: [host], expected: hosts.csv, severity: minor, latch: true}
              - {name: rack, of: {rules: [hot, cold, away], by: [rack]}, at-least: 3, chatter: {raises: 3, within: 20s, quiet: 4s}, escalate: {after: 2s}}
              - {name: site, any: [rack, door, missing], latch: true}
            """, table -> HOSTS);

    /** Removes one rule, changes the levels of another, and adds one. */
    private static final RuleFile OTHER_RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: icy, match: {measurement: temp}, field: c, major: {below: 10, clear: 15}, for: 1s, escalate: {after: 1s}}
              - {name: cold, match: {measurement: temp}, field: c, minor: {below: 50}, major: {below: 20, clear: 25}, chatter: {raises: 3, within: 1h, quiet: 2s}}
              - {name: hot, match: {measurement: temp, tags: {host: "h1*"}}, field: c, minor: {above: 60, clear: 40}, for: 1s, clear-for: 2s}
              - {name: odd, match: {measurement: temp}, field: c, major: {outside: [40, 60], clear: [45, 55]}, times: {n: 2, within: 9s}}
              - {name: door, match: {measurement: temp}, field: door, major: {not-equals: [shut]}, invalid: {stuck: 2s}, clear-for: 2s}
              - {name: away, match: {measurement: temp}, absent: 6s, by: [host], severity: invalid, forget: 1m}
              - {name: missing, match: {measurement: temp}, absent: 3s, by: [host], expected: hosts.csv, masked-by: {rule: hosts}, masked-while: {mode: "*"}}
              - {name: rack, of: {rules: [hot, odd], by: [rack]}, at-least: 1, severity: minor}
              - {name: hosts, all: [rack, door], by: [rack]}
            """, table -> OTHER_HOSTS);

    private static final List<RuleFile> VERSIONS = List.of(RULES, OTHER_RULES);

    private static final int RECORDS = 80;

    /**
     * One input record as processing wrote it: a tick has no lines, a marker has rules. Otherwise a
     * command or a farm setting.
     */
    private record Input(
            long millis,
            String lines,
            long rawOffset,
            int part,
            @Nullable RuleFile rules,
            @Nullable String command,
            @Nullable String mode) {

        boolean isOfMetrics() {
            return command == null && mode == null;
        }
    }

    /** The effect of one input record on the changelogs, and its events. */
    private record Effect(
            List<TestRecord<byte[], byte[]>> conditions,
            List<TestRecord<byte[], byte[]>> alarms,
            List<TestRecord<byte[], byte[]>> marks,
            List<TestRecord<byte[], byte[]>> keys,
            List<TestRecord<byte[], byte[]>> times,
            List<TestRecord<byte[], byte[]>> groups,
            List<AlarmEvent> events) {}

    @Test
    void crashesChangeNoEvents() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<Input> inputs = inputs(random);
            List<Effect> reference = uninterrupted(inputs);
            for (int crash = 0; crash < 6; crash++) {
                List<AlarmEvent> crashed = byTransition(crashed(inputs, reference, random, true));
                List<AlarmEvent> expected = byTransition(events(reference));
                String where = "seed %d round %d crash %d".formatted(seed, round, crash);
                assertThat(crashed.equals(expected))
                        .as("%s: %s, not %s", where, firstOnlyIn(crashed, expected), firstOnlyIn(expected, crashed))
                        .isTrue();
            }
        }
    }

    private static Optional<AlarmEvent> firstOnlyIn(List<AlarmEvent> events, List<AlarmEvent> others) {
        return events.stream()
                .filter(event -> !others.contains(event))
                .min(Comparator.comparing(AlarmEvent::decisionTime));
    }

    /** Shows that the test above can fail: it does without the changelogs. */
    @Test
    void lostChangelogsChangeEvents() {
        Random random = new Random(1);
        List<Input> inputs = inputs(random);
        List<Effect> reference = uninterrupted(inputs);
        int different = 0;
        for (int crash = 0; crash < 10; crash++) {
            different += byTransition(crashed(inputs, reference, random, false)).equals(byTransition(events(reference)))
                    ? 0
                    : 1;
        }
        assertThat(different).isPositive();
    }

    /**
     * Sorts the events: the order of alarms that one tick completes is arbitrary; everything else
     * must match.
     */
    private static List<AlarmEvent> byTransition(List<AlarmEvent> events) {
        return events.stream()
                .sorted(Comparator.comparing(AlarmEvent::transition))
                .toList();
    }

    private static List<AlarmEvent> crashed(
            List<Input> inputs, List<Effect> reference, Random random, boolean restores) {
        int committed = 1 + random.nextInt(inputs.size() - 1);
        List<Effect> before = reference.subList(0, committed);
        List<AlarmEvent> written = new ArrayList<>(events(before));
        RuleFile published = VERSIONS.get(random.nextInt(VERSIONS.size()));
        // An instance without committed metrics starts with the active rules.
        boolean begins = inputs.subList(0, committed).stream().noneMatch(Input::isOfMetrics);
        RuleFile active = begins ? RULES : published;
        try (TopologyRig rig = new TopologyRig(new KnownRules(active, VERSIONS))) {
            for (Input had : inputs.subList(0, committed)) {
                if (had.isOfMetrics()) {
                    rig.batch(0, "# only moves the offset");
                } else if (had.mode == null) {
                    rig.command(0, "moves the offset too");
                } else {
                    rig.state(0, "no name", "so does this");
                }
            }
            rig.clock(
                    inputs.get(committed - 1).millis); // A restart takes no time on the clock for operators' deadlines.
            if (restores) {
                before.forEach(effect ->
                        effect.conditions.forEach(record -> rig.store().restore(record.key(), record.value())));
                before.forEach(effect -> effect.alarms.forEach(rig::restoreAlarm));
                before.forEach(effect -> effect.marks.forEach(rig::restoreMark));
                before.forEach(effect -> effect.keys.forEach(rig::restoreKey));
                before.forEach(effect -> effect.times.forEach(rig::restoreTime));
                before.forEach(effect -> effect.groups.forEach(rig::restoreGroup));
            }
            for (Input repeated : inputs.subList(random.nextInt(committed), committed)) {
                if (repeated.isOfMetrics()) {
                    written.addAll(pipe(rig, repeated).events);
                }
            }
            for (Input input : inputs.subList(committed, inputs.size())) {
                written.addAll(pipe(rig, input).events);
            }
        }
        return written;
    }

    private static List<Effect> uninterrupted(List<Input> inputs) {
        try (TopologyRig rig = new TopologyRig(new KnownRules(RULES, VERSIONS))) {
            return inputs.stream().map(input -> pipe(rig, input)).toList();
        }
    }

    private static Effect pipe(TopologyRig rig, Input input) {
        if (input.command != null) {
            rig.command(input.millis, input.command);
        } else if (input.mode != null) {
            rig.state(input.millis, "mode", input.mode);
        } else if (input.rules == null) {
            rig.batch(input.millis, input.lines, input.rawOffset, input.part);
        } else {
            rig.marker(input.millis, input.rules, input.rawOffset);
        }
        return new Effect(
                rig.output(TopologyRig.CONDITIONS),
                rig.output(TopologyRig.ALARMS),
                rig.output(TopologyRig.MARKS),
                rig.output(TopologyRig.KEYS),
                rig.output(TopologyRig.TIMES),
                rig.output(TopologyRig.GROUPS),
                rig.events());
    }

    private static List<AlarmEvent> events(List<Effect> effects) {
        return effects.stream().flatMap(effect -> effect.events.stream()).toList();
    }

    /**
     * Generates input of 150 series, enough for several blocks, with differing clocks, late values,
     * ticks and long silences.
     */
    private static List<Input> inputs(Random random) {
        List<Input> inputs = new ArrayList<>();
        long[] skewMillis = random.longs(150, -5_000, 5_000).toArray();
        long millis = 1_000_000;
        long rawOffset = 0;
        int part = 0;
        while (inputs.size() < RECORDS) {
            boolean isSameRecord = random.nextInt(5) == 0;
            part = isSameRecord ? part + 1 : 0;
            rawOffset += isSameRecord ? 0 : 1 + random.nextInt(3);
            millis += isSameRecord ? 0 : random.nextInt(random.nextInt(20) == 0 ? 4_000_000 : 600);
            if (part == 0 && random.nextInt(15) == 0) {
                inputs.add(
                        new Input(millis, "", rawOffset, 0, VERSIONS.get(random.nextInt(VERSIONS.size())), null, null));
                continue;
            }
            if (part == 0 && random.nextInt(4) == 0) {
                inputs.add(new Input(millis, "", 0, 0, null, command(inputs.size(), millis, random), null));
                continue;
            }
            if (part == 0 && random.nextInt(12) == 0) {
                inputs.add(new Input(millis, "", 0, 0, null, null, any(new String[] {"", "day", "night"}, random)));
                continue;
            }
            StringBuilder lines = new StringBuilder();
            for (int line = random.nextInt(4) == 0 ? 0 : random.nextInt(30); line > 0; line--) {
                int series = random.nextInt(150);
                long stamp = (millis + skewMillis[series] - random.nextInt(700)) * 1_000_000;
                lines.append("temp,host=h%d,rack=r%d c=%d,door=\"%s\" %d\n"
                        .formatted(
                                series,
                                series / 50,
                                random.nextInt(100),
                                random.nextInt(3) == 0 ? "open" : "shut",
                                stamp));
            }
            inputs.add(new Input(millis, lines.toString(), rawOffset, part, null, null, null));
        }
        return inputs;
    }

    /**
     * Generates a command for one alarm or for all of a rule. Some are repeated, some are out of
     * order, and some shelves expire within the run.
     */
    private static String command(int number, long millis, Random random) {
        Operation operation = any(Operation.values(), random);
        Instant time = Instant.ofEpochMilli(millis - random.nextInt(2_000));
        boolean isAboutAll = random.nextInt(6) == 0;
        String alarm = anAlarm(random);
        AlarmCommand command = new AlarmCommand(
                "c" + (number - random.nextInt(2)),
                time,
                "anna",
                operation,
                isAboutAll ? null : alarm,
                null,
                isAboutAll ? "hot" : null,
                "because",
                operation == Operation.SHELVE ? time.plusMillis(1 + random.nextInt(10_000)) : null,
                isAboutAll || random.nextInt(3) > 0 ? null : alarm + "#" + (1 + random.nextInt(2)));
        return new String(AlarmJson.write(command), UTF_8);
    }

    private static String anAlarm(Random random) {
        int host = random.nextInt(150);
        return random.nextInt(4) == 0 ? "rack/r" + random.nextInt(3) : "hot/h" + host + "/r" + host / 50;
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
