package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.state.BlockStore;
import io.weir.contract.topic.Rejection;
import io.weir.processing.account.StateBudget;
import io.weir.processing.series.SeriesStates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * A sender that invents names and times is refused memory; the state of other series stays in use.
 */
class StateBudgetTest {

    private static final long START = 1_700_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final StateBudget BUDGET = new StateBudget(1_000_000, 50, 100);

    private static final RuleFile RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: all, match: {measurement: "*"}, fields: ["*"], functions: [mean, p90], window: 1s, grace: 1m}
            suppress:
              - {name: text, match: {measurement: a}, field: t, mode: change, on: [storage, live]}
            """);

    private static final RuleFile OTHER_RULES = RuleLoader.parse("rules.yaml", """
            version: 1
            derive:
              - {name: rate, match: {measurement: a}, field: f1, function: rate}
            aggregate:
              - {name: all, match: {measurement: "*"}, fields: ["*"], functions: [mean, p90], window: 1s, grace: 1m}
              - {name: few, match: {measurement: a}, fields: [f1, f2], functions: [sum], window: 2s}
            suppress:
              - {name: same, match: {measurement: b}, field: f3, mode: change, heartbeat: 1h}
              - {name: text, match: {measurement: a}, field: t, mode: change, on: [storage, live]}
              - {name: burst, match: {measurement: b}, field: u, mode: at-most, every: 5s, on: [storage, live]}
            """);

    @Test
    void newSeriesOfAMeasurementAreRefused() {
        assertNeighboursUnharmed("series-budget", number -> {
            StringBuilder lines = new StringBuilder();
            for (int id = 0; id < 2_000; id++) {
                lines.append("junk,id=%d v=1 %d\n".formatted(number * 2_000 + id, START * SECOND));
            }
            return lines.toString();
        });
    }

    @Test
    void newFieldsOfAMeasurementAreRefused() {
        assertNeighboursUnharmed("field-budget", line -> "junk,id=a %s %d"
                .formatted(fields(line * 10, line * 10 + 10), (START + 70) * SECOND));
    }

    @Test
    void windowsOfAMeasurementAreRefused() {
        assertNeighboursUnharmed("window-budget", number -> {
            StringBuilder lines = new StringBuilder();
            for (int line = number * 20; line < number * 20 + 20; line++) {
                lines.append("junk,id=%d %s %d\n"
                        .formatted(line % 10, fields(0, 60), (START + 70 + line * 7 % 50) * SECOND + line));
            }
            return lines.toString();
        });
    }

    @Test
    void textsThatSuppressionKeepsAreRefused() {
        assertNeighboursUnharmed("suppress-budget", line -> "a,id=%d t=\"%s\" %d"
                .formatted(line % 10, "x".repeat(line < 10 ? 1 : 60_000), (START + 70 + line) * SECOND));
    }

    private interface Attack {
        String lines(int number);
    }

    private static void assertNeighboursUnharmed(String reason, Attack attack) {
        try (TopologyRig rig = new TopologyRig(Rules.fixed(RULES), BUDGET);
                TopologyRig peaceful = new TopologyRig(Rules.fixed(RULES), BUDGET)) {
            List<String> reasons = new ArrayList<>();
            for (int second = 0; second < 200; second++) {
                neighbours(rig, second);
                neighbours(peaceful, second);
                if (second > 70) {
                    rig.batch((START + second) * 1_000, attack.lines(second - 71));
                }
                rig.output(rig.topics.rejected())
                        .forEach(each ->
                                reasons.add(Rejection.read(each.headers()).reason()));
            }
            // The budget may end between a field and its first window.
            assertThat(reasons).contains(reason).isSubsetOf(reason, "window-budget");
            assertThat(rig.meters
                            .get("weir.processing.rejected")
                            .tag("reason", reason)
                            .counter()
                            .count())
                    .isGreaterThanOrEqualTo(Collections.frequency(reasons, reason));
            // One line may exceed a budget, and one series the rest of a budget.
            assertThat(rig.meters.get("weir.processing.state.bytes").gauge().value())
                    .isLessThan((double) BUDGET.bytes());
            assertThat(windows(rig)).isNotEmpty().isEqualTo(windows(peaceful));
        }
    }

    private static void neighbours(TopologyRig rig, int second) {
        StringBuilder lines = new StringBuilder();
        for (int host = 0; host < 2; host++) {
            lines.append("cpu,host=h%d value=%d %d\n".formatted(host, second * host, (START + second) * SECOND));
        }
        rig.batch((START + second) * 1_000, lines.toString());
        rig.tick("g", (START + second) * 1_000);
    }

    private static List<String> windows(TopologyRig rig) {
        return rig.lines(rig.topics.storage()).stream()
                .filter(line -> line.startsWith("cpu_"))
                .toList();
    }

    private static String fields(int from, int to) {
        StringBuilder fields = new StringBuilder();
        for (int field = from; field < to; field++) {
            fields.append(field == from ? "" : ",").append('f').append(field).append("=1");
        }
        return fields.toString();
    }

    /** The account that is updated with every change equals a new count of all state. */
    @Test
    void theAccountIsEqualAfterARestart() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 3; round++) {
            try (TopologyRig rig = new TopologyRig(new KnownRules(RULES, List.of(RULES, OTHER_RULES)), BUDGET)) {
                Map<Bytes, TestRecord<byte[], byte[]>> changelog = new LinkedHashMap<>();
                for (int record = 0; record < 60; record++) {
                    send(rig, random, record);
                    for (TestRecord<byte[], byte[]> each : rig.output(TopologyRig.CHANGELOG)) {
                        changelog.remove(Bytes.wrap(each.key()));
                        changelog.put(Bytes.wrap(each.key()), each);
                    }
                    if (record % 4 == 0) {
                        assertThat(restored(changelog))
                                .as("seed %d round %d record %d", seed, round, record)
                                .isEqualTo(rig.store().workingSet().account().bytes());
                    }
                }
                assertThat(rig.count("weir.processing.rejected")).isPositive();
            }
        }
    }

    private static long restored(Map<Bytes, TestRecord<byte[], byte[]>> changelog) {
        try (TopologyRig again = new TopologyRig(new KnownRules(RULES, List.of(RULES, OTHER_RULES)), BUDGET)) {
            BlockStore<SeriesStates> store = again.store();
            changelog.values().forEach(each -> store.restore(each.key(), each.value()));
            return store.workingSet().account().bytes();
        }
    }

    private static void send(TopologyRig rig, Random random, int record) {
        long second = START + record * (random.nextInt(20) == 0 ? 4_000L : 1);
        if (random.nextInt(10) == 0) {
            rig.marker(second * 1_000, random.nextBoolean() ? RULES : OTHER_RULES);
        } else if (random.nextInt(4) == 0) {
            rig.tick("g", second * 1_000);
        } else {
            StringBuilder lines = new StringBuilder();
            for (int line = 0; line < 20; line++) {
                int first = random.nextInt(200);
                lines.append("%s,id=%d %s,t=\"%s\",u=\"%s\" %d\n"
                        .formatted(
                                random.nextBoolean() ? "a" : "b",
                                random.nextInt(1 + record),
                                fields(first, first + 1 + random.nextInt(5)),
                                "t".repeat(20 * random.nextInt(20)),
                                "u".repeat(20 * random.nextInt(20)),
                                (second + random.nextInt(30)) * SECOND));
            }
            rig.batch(second * 1_000, lines.toString());
        }
    }
}
