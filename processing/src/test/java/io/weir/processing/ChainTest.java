package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
