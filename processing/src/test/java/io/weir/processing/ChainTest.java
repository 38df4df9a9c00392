package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.processing.account.StateBudget;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Rules over results, when rules or the farm's state change. */
class ChainTest {

    private static final String BELOW =
            "  - {name: second, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: sum, window: 1s, grace: 0s, hold: 0s, as: second}\n";

    private static final RuleFile BELOW_ONLY = parse("aggregate:\n" + BELOW);

    private static final RuleFile CHAIN = parse(
            "aggregate:\n" + BELOW
                    + "  - {name: chain, match: {measurement: second}, by: [], fields: [v_sum], functions: [max], window: 3s, grace: 0s, hold: 0s, as: chain}\n");

    /** An unrelated rule changes. */
    private static final RuleFile CHAIN_AND_OTHER = parse(
            "aggregate:\n" + BELOW
                    + "  - {name: chain, match: {measurement: second}, by: [], fields: [v_sum], functions: [max], window: 3s, grace: 0s, hold: 0s, as: chain}\n"
                    + "  - {name: other, match: {measurement: other}, by: [], fields: [v], functions: [max], window: 1s, as: other_max}\n");

    @Test
    void anUnchangedChainKeepsItsWindows() {
        try (TopologyRig rig = new TopologyRig(new KnownRules(CHAIN, List.of(CHAIN_AND_OTHER)))) {
            send(rig, 0, 2);
            rig.marker(2_000, CHAIN_AND_OTHER);
            send(rig, 2, 5);

            assertThat(chain(rig)).containsExactly("chain v_sum_max=2.0,sources=1i,held=0i,samples=3i 0");
        }
    }

    @Test
    void aChainThatIsAddedAgainBeginsAgain() {
        try (TopologyRig rig = new TopologyRig(new KnownRules(CHAIN, List.of(BELOW_ONLY)))) {
            send(rig, 0, 4);
            rig.marker(4_000, BELOW_ONLY);
            send(rig, 4, 20);
            rig.marker(20_000, CHAIN);
            send(rig, 20, 25);

            assertThat(chain(rig))
                    .containsExactly(
                            "chain v_sum_max=2.0,sources=1i,held=0i,samples=3i 0",
                            "chain v_sum_max=20.0,sources=1i,held=0i,samples=1i 18000000000",
                            "chain v_sum_max=23.0,sources=1i,held=0i,samples=3i 21000000000");
        }
    }

    @Test
    void theStateOfTheFarmEnrichesResults() {
        RuleFile rules = parse(
                "enrich:\n  - {name: run, match: {measurement: second}, state: {run: run}}\naggregate:\n" + BELOW);
        try (TopologyRig rig = new TopologyRig(rules)) {
            send(rig, 0, 2);
            rig.state(2_000, new FarmState(1, new TreeMap<>(Map.of("run", "7"))));
            send(rig, 2, 4);

            assertThat(rig.lines(rig.topics.storage()).stream().filter(line -> line.startsWith("second")))
                    .containsExactly(
                            "second v_sum=0.0,sources=1i,held=0i,samples=1i 0",
                            "second v_sum=1.0,sources=1i,held=0i,samples=1i 1000000000",
                            "second,run=7 v_sum=2.0,sources=1i,held=0i,samples=1i 2000000000",
                            "second,run=7 v_sum=3.0,sources=1i,held=0i,samples=1i 3000000000");
        }
    }

    /** A route may keep results from the store; a rule that reads them still receives them. */
    @Test
    void discardedResultsAreRead() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: second, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: sum, window: 1s, grace: 0s, hold: 0s, as: second}
                  - {name: single, match: {measurement: m}, fields: [v], functions: [max], window: 1s, grace: 0s, as: single}
                  - {name: chain, match: {measurement: second}, by: [], fields: [v_sum], functions: [max], window: 3s, grace: 0s, hold: 0s, as: chain}
                  - {name: chain-single, match: {measurement: single}, fields: [v_max], functions: [max], window: 3s, grace: 0s, as: chain_single}
                route:
                  - {match: {measurement: [second, single]}, to: []}
                """);
        try (TopologyRig rig = new TopologyRig(rules)) {
            send(rig, 0, 8);

            assertThat(rig.lines(rig.topics.storage()))
                    .contains(
                            "chain v_sum_max=2.0,sources=1i,held=0i,samples=3i 0",
                            "chain_single,host=a v_max_max=2.0 0")
                    .noneMatch(line -> line.startsWith("second") || line.startsWith("single"));
        }
    }

    /** The first record after the restart has a result whose window was closed before. */
    @Test
    void aLateResultIsLateAfterARestart() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: single, match: {measurement: m}, fields: [v], functions: [max], window: 1s, grace: 0s, as: single}
                  - {name: total, match: {measurement: single}, by: [], fields: [v_max], functions: [sum], of: last, window: 1s, grace: 0s, hold: 60s, as: total}
                """);
        try (TopologyRig before = new TopologyRig(rules);
                TopologyRig after = new TopologyRig(rules)) {
            send(before, 100, 120);
            before.batch(120_000, "m,host=late v=1000 100200000000");
            for (int i = 0; i < 41; i++) {
                after.batch(0, "# only moves the offset");
            }
            before.output(before.topics.partials()).forEach(partial -> after.skipPartial());
            List<TestRecord<byte[], byte[]>> series = before.output(TopologyRig.CHANGELOG);
            List<TestRecord<byte[], byte[]>> merged = before.output(TopologyRig.MERGED_CHANGELOG);
            new CutCheckpoint(series, series).restore(after.store(), new Random(1));
            new CutCheckpoint(merged, merged).restore(after.merged(), new Random(1));

            after.batch(121_000, "m,host=late v=1001 101200000000");
            send(after, 121, 124);

            assertThat(after.lines(after.topics.storage()).stream().filter(line -> line.startsWith("total")))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).contains("sources=1i"));
        }
    }

    @Test
    void seriesOfResultsHaveABudget() {
        RuleFile rules = parse("""
                aggregate:
                  - {name: second, match: {measurement: m}, fields: [v], functions: [max], window: 1s, grace: 0s, as: second}
                  - {name: hour, match: {measurement: second}, fields: [v_max], functions: [p99], window: 1h, as: hour}
                """);
        try (TopologyRig rig = new TopologyRig(Rules.fixed(rules), new StateBudget(300_000, 100, 100))) {
            for (int second = 0; second < 50; second++) {
                StringBuilder lines = new StringBuilder();
                for (int host = 0; host < 200; host++) {
                    lines.append("m,host=h%d v=%d %d\n".formatted(host, second, (second * 1_000L + 500) * 1_000_000));
                }
                rig.batch(second * 1_000L + 500, lines.toString());
                rig.tick("g", second * 1_000L + 1_000);
            }

            assertThat(rig.meters
                            .get("weir.processing.rejected")
                            .tag("reason", "result-budget")
                            .counter()
                            .count())
                    .isPositive();
            assertThat(rig.count("weir.processing.state.bytes")).isBetween(300_000.0, 700_000.0);
        }
    }

    /** One value in each of these seconds, and a tick after it. */
    private static void send(TopologyRig rig, int from, int to) {
        for (int second = from; second < to; second++) {
            rig.batch(second * 1_000L + 500, "m,host=a v=" + second + " " + (second * 1_000L + 500) * 1_000_000);
            rig.tick("g", second * 1_000L + 1_000);
        }
    }

    private static List<String> chain(TopologyRig rig) {
        return rig.lines(rig.topics.storage()).stream()
                .filter(line -> line.startsWith("chain"))
                .toList();
    }

    private static RuleFile parse(String rules) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + rules);
    }
}
