package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table changes at a marker in the log. */
class LookupSwitchTest {

    private static final RuleFile BEFORE = rules("hostname,rack\nflp1,A1\n");
    private static final RuleFile AFTER = rules("hostname,rack\nflp1,B1\nflp2,B2\n");

    private final TopologyRig rig = new TopologyRig(new KnownRules(BEFORE, List.of(AFTER)));

    @Test
    void aNewTableAppliesToKnownSeriesAfterTheMarker() {
        rig.batch(1_000, "cpu,hostname=flp1 value=1 1000000000\ncpu,hostname=flp2 value=2 1000000000");
        rig.marker(1_500, AFTER);
        rig.batch(2_000, "cpu,hostname=flp1 value=1 2000000000\ncpu,hostname=flp2 value=2 2000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "cpu,hostname=flp1,rack=A1 value=1 1000000000",
                        "cpu,hostname=flp2 value=2 1000000000",
                        "cpu,hostname=flp1,rack=B1 value=1 2000000000",
                        "cpu,hostname=flp2,rack=B2 value=2 2000000000");
    }

    @Test
    void seriesWithoutARowAreCountedUntilTheyHaveOne() {
        rig.batch(1_000, "cpu,hostname=flp1 value=1 1\ncpu,hostname=flp2 value=2 1\ncpu value=3 1\nmem value=4 1");
        rig.batch(1_100, "cpu,hostname=flp2 value=2 2");
        assertThat(misses("rack")).as("flp2, and the series without a hostname").isEqualTo(2);

        rig.marker(1_500, AFTER);
        assertThat(misses("rack")).isEqualTo(1);

        rig.close();
        assertThat(misses("rack")).isZero();
    }

    private double misses(String rule) {
        return rig.meters
                .get("weir.processing.lookup.misses")
                .tag("rule", rule)
                .gauge()
                .value();
    }

    private static RuleFile rules(String table) {
        return RuleLoader.parse("rules.yaml", """
                version: 1
                enrich:
                  - {name: rack, match: {measurement: cpu}, lookup: {file: hosts.csv, by: hostname, add: rack}}
                """, name -> table.getBytes(UTF_8));
    }
}
