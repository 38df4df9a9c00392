package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a series that enrichment moves to another group. */
class EndOfMovedSeriesTest {

    private static final String RULES = """
            version: 1
            enrich:
              - {name: rack, match: {measurement: load}, set: {rack: a}}
            aggregate:
              - {name: load, match: {measurement: load}, by: [rack], fields: [v], functions: [sum], window: 1s, hold: 9s, grace: 0s}
            """;

    @Test
    void anEndIsKnownInTheGroupThatASeriesMovesTo() {
        RuleFile before = RuleLoader.parse("rules.yaml", RULES);
        RuleFile after = RuleLoader.parse("rules.yaml", RULES.replace("rack: a", "rack: b"));
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(before, after)))) {
            rig.batch(100, "load v=1 100000000");
            rig.batch(200, "load weir:end=true 2500000000");
            rig.marker(300, after);
            rig.batch(1_100, "load v=2 1100000000");
            for (int millis = 2_000; millis <= 6_000; millis += 1_000) {
                rig.tick("g", millis);
            }

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            "load_1s,rack=a v_sum=1.0,sources=1i,held=0i,samples=1i 0",
                            "load_1s,rack=a sources=0i,held=0i,samples=0i 1000000000",
                            "load_1s,rack=b v_sum=2.0,sources=1i,held=0i,samples=1i 1000000000",
                            "load_1s,rack=b sources=0i,held=0i,samples=0i 2000000000");
        }
    }
}
