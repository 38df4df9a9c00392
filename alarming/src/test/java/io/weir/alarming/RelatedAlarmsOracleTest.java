package io.weir.alarming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.alarm.CompositeRule;
import io.weir.contract.rule.alarm.OtherAlarms;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Composite alarms and masks always follow from all alarms, whatever the order of input. The test
 * computes them from scratch after every record, from the alarms in the events.
 */
class RelatedAlarmsOracleTest {

    private static final String MEMBERS = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [host], minor: {above: 50}, major: {above: 80}, latch: true, chatter: {raises: 3, within: 5s, quiet: 1s}%s}
              - {name: cold, match: {measurement: temp}, field: c, minor: {below: 20}, invalid: {below: 5}, escalate: {after: 2s, to: minor}, masked-while: {mode: [night, "d*"], beam: "off"}%s}
            """;

    private static final List<RuleFile> VERSIONS = List.of(
            RuleLoader.parse(
                    "one.yaml", members("{rule: rack-bad, on: [rack]}", "{rules: [bad, hot], on: [rack]}") + """
                      - {name: all-bad, all: [rack-bad, some-cold], chatter: off}
                      - {name: rack-bad, of: {rules: [hot, cold], by: [rack]}, at-least: 3, chatter: off}
                      - {name: some-cold, any: [cold], severity: minor, masked-by: {rule: all-bad}, chatter: off}
                      - {name: bad, any: [rack-bad, hot], by: [rack], chatter: off}
                    """),
            RuleLoader.parse("other.yaml", members("{rules: [some-cold, rack-bad]}", "") + """
                      - {name: rack-bad, of: {rules: [hot], by: [rack]}, at-least: 2, severity: invalid, chatter: off}
                      - {name: mixed, all: [hot, cold], by: [rack], chatter: off}
                      - {name: either, any: [mixed, rack-bad], by: [rack], latch: true, chatter: off}
                      - {name: some-cold, of: {rule: cold}, at-least: 2, chatter: off}
                    """),
            RuleLoader.parse("none.yaml", members("", "{rule: hot}")));

    private static String members(String masksOfHot, String masksOfCold) {
        return MEMBERS.formatted(
                masksOfHot.isEmpty() ? "" : ", masked-by: " + masksOfHot,
                masksOfCold.isEmpty() ? "" : ", masked-by: " + masksOfCold);
    }

    private final Map<String, AlarmEvent> alarms = new TreeMap<>();
    private final Map<String, String> farm = new TreeMap<>();

    @Test
    void everyGroupFollowsItsMembers() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < Integer.getInteger("weir.test.rounds", 5); round++) {
            alarms.clear();
            farm.clear();
            RuleFile rules = VERSIONS.get(0);
            int raised = 0;
            int suppressed = 0;
            try (TopologyRig rig = new TopologyRig(new KnownRules(rules, VERSIONS))) {
                for (int step = 1; step <= 400; step++) {
                    if (random.nextInt(20) == 0) {
                        rules = VERSIONS.get(random.nextInt(VERSIONS.size()));
                        rig.marker(step * 100L, rules, step);
                    } else if (random.nextInt(10) == 0) {
                        set(rig, step * 100L, random);
                    } else if (random.nextInt(3) == 0) {
                        rig.command(step * 100L, command(step, random));
                    } else {
                        rig.batch(step * 100L, lines(step * 100L, random), step, 0);
                    }
                    rig.events().forEach(event -> alarms.put(event.id(), event));
                    String where = "seed %d round %d step %d".formatted(seed, round, step);
                    assertThat(composites()).as(where).isEqualTo(expected(rules));
                    raised += composites().size();
                    for (AlarmEvent alarm : alarms.values()) {
                        assertThat(mayBe(alarm, isMasked(alarm, rules)))
                                .as("%s %s", where, alarm)
                                .isTrue();
                        suppressed += alarm.to() == AlarmState.SUPPRESSED ? 1 : 0;
                    }
                }
            }
            assertThat(raised).isPositive();
            assertThat(suppressed).isPositive();
        }
    }

    /** Returns the raised composite alarms. */
    private Map<String, Severity> composites() {
        return alarms.values().stream()
                .filter(alarm -> !alarm.rule().equals("hot") && !alarm.rule().equals("cold"))
                .filter(alarm -> alarm.severity() != Severity.OK)
                .collect(Collectors.toMap(AlarmEvent::id, AlarmEvent::severity));
    }

    private Map<String, Severity> expected(RuleFile rules) {
        Map<String, Severity> expected = new HashMap<>();
        for (CompositeRule rule : rules.composites()) {
            Map<List<String>, List<AlarmEvent>> groups = alarms.values().stream()
                    .filter(alarm -> rule.of().contains(alarm.rule()) && alarm.severity() != Severity.OK)
                    .filter(alarm -> alarm.to() != AlarmState.SHELVED && alarm.to() != AlarmState.OUT_OF_SERVICE)
                    .filter(alarm -> alarm.tags().keySet().containsAll(rule.by()))
                    .collect(Collectors.groupingBy(alarm ->
                            rule.by().stream().map(tag -> alarm.tags().get(tag)).toList()));
            groups.forEach((group, members) -> {
                long count = rule.countsRules()
                        ? members.stream().map(AlarmEvent::rule).distinct().count()
                        : members.size();
                if (count >= rule.atLeast()) {
                    String id = rule.name()
                            + group.stream().map(value -> "/" + value).collect(Collectors.joining());
                    expected.put(id, rule.severity().orElseGet(() -> worst(members)));
                }
            });
        }
        return expected;
    }

    private static boolean mayBe(AlarmEvent alarm, boolean isMasked) {
        return switch (alarm.to()) {
            case SUPPRESSED -> isMasked && alarm.suppressedBy() != null;
            case UNACKNOWLEDGED, ACKNOWLEDGED -> !isMasked && alarm.severity() != Severity.OK;
            case NORMAL, RETURNED -> alarm.severity() == Severity.OK;
            case SHELVED, OUT_OF_SERVICE -> true;
        };
    }

    private void set(TopologyRig rig, long millis, Random random) {
        String name = random.nextBoolean() ? "mode" : "beam";
        String value = List.of("", "night", "day", "off", "dusk").get(random.nextInt(5));
        farm.put(name, value);
        rig.state(millis, name, value);
    }

    private boolean isMasked(AlarmEvent alarm, RuleFile rules) {
        boolean isNight = List.of("night", "day", "dusk").contains(farm.getOrDefault("mode", ""))
                && "off".equals(farm.get("beam"));
        if (alarm.rule().equals("cold") && isNight) {
            return true;
        }
        Optional<OtherAlarms> masks = rules.raising().stream()
                .filter(rule -> rule.name().equals(alarm.rule()))
                .flatMap(rule -> rule.handling().maskedBy().stream())
                .findFirst();
        return masks.isPresent()
                && alarms.values().stream()
                        .filter(mask -> masks.get().rules().contains(mask.rule()))
                        .filter(mask -> mask.severity() != Severity.OK && mask.to() != AlarmState.OUT_OF_SERVICE)
                        .anyMatch(mask -> masks.get().tags().stream()
                                .allMatch(tag -> alarm.tags().containsKey(tag)
                                        && Objects.equals(
                                                alarm.tags().get(tag),
                                                mask.tags().get(tag))));
    }

    private static Severity worst(Collection<AlarmEvent> members) {
        return members.stream()
                .map(RelatedAlarmsOracleTest::ofCondition)
                .min(Severity.BY_BADNESS)
                .orElseThrow();
    }

    /** A group has the severity of its members' conditions; escalation raises only the member. */
    private static Severity ofCondition(AlarmEvent alarm) {
        boolean isInvalid = alarm.rule().equals("cold") && Double.valueOf(5).equals(alarm.threshold());
        return alarm.escalated() != null && isInvalid ? Severity.INVALID : alarm.severity();
    }

    /** Hosts move between racks, and some have none; without lines it is a tick. */
    private static String lines(long millis, Random random) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(5); line > 0; line--) {
            int rack = random.nextInt(12);
            lines.append("temp,host=h").append(random.nextInt(8));
            lines.append(rack == 0 ? "" : ",rack=r" + rack % 2);
            lines.append(" c=").append(random.nextInt(100)).append(' ');
            lines.append((millis - random.nextInt(50)) * 1_000_000).append('\n');
        }
        return lines.toString();
    }

    private String command(int number, Random random) {
        Instant time = Instant.ofEpochMilli(number * 100L);
        Operation operation = List.of(Operation.values()).get(random.nextInt(Operation.values().length));
        List<String> known = List.copyOf(alarms.keySet());
        boolean isAboutAll = known.isEmpty() || random.nextInt(8) == 0;
        AlarmCommand command = new AlarmCommand(
                "c" + number,
                time,
                "anna",
                operation,
                isAboutAll ? null : known.get(random.nextInt(known.size())),
                null,
                isAboutAll ? "hot" : null,
                "because",
                operation == Operation.SHELVE ? time.plusMillis(1 + random.nextInt(3_000)) : null,
                null);
        return new String(AlarmJson.write(command), UTF_8);
    }
}
