package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.topic.BatchHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules change at a marker in the log while a window is open. */
class RuleSwitchTest {

    private static final String KEPT =
            "  - {name: kept, match: {measurement: cpu}, fields: [value], functions: [sum], window: 10s, as: kept}\n";
    private static final String REMOVED =
            "  - {name: removed, match: {measurement: cpu}, fields: [value], functions: [sum], window: 10s, as: removed}\n";
    private static final String ADDED =
            "  - {name: added, match: {measurement: cpu}, fields: [value], functions: [sum], window: 10s, as: added}\n";
    private static final String LINKS =
            "suppress:\n  - {name: links, match: {measurement: link}, field: status, mode: change}\n";

    private static final RuleFile BEFORE = rules("aggregate:\n" + KEPT + REMOVED + LINKS);
    private static final RuleFile AFTER = rules("aggregate:\n" + ADDED + KEPT + LINKS);
    private static final RuleFile UNKNOWN = rules("# nobody published this\n");

    private final TopologyRig rig = new TopologyRig(new KnownRules(BEFORE, List.of(AFTER)));

    @Test
    void keepsOnlyTheWindowsOfUnchangedRules() {
        rig.batch(1_000, "cpu,host=a value=1 1000000000");
        rig.marker(1_500, AFTER);
        rig.batch(2_000, "cpu,host=a value=2 2000000000");
        rig.batch(20_000, "cpu,host=a value=4 20000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactlyInAnyOrder("kept,host=a value_sum=3.0 0", "added,host=a value_sum=2.0 0");
        assertThat(rig.count("weir.processing.rules.windows.dropped")).isEqualTo(1);
        assertThat(rig.count("weir.processing.rules.switches")).isEqualTo(1);
    }

    @Test
    void aMarkerOfTheActiveRulesChangesNothing() {
        rig.batch(1_000, "cpu,host=a value=1 1000000000");
        rig.marker(1_500, BEFORE);
        rig.batch(20_000, "cpu,host=a value=4 20000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactlyInAnyOrder("kept,host=a value_sum=1.0 0", "removed,host=a value_sum=1.0 0");
        assertThat(rig.count("weir.processing.rules.switches")).isZero();
    }

    @Test
    void unknownRulesLeaveThePreviousActive() {
        rig.marker(500, UNKNOWN);
        rig.batch(1_000, "cpu,host=a value=1 1000000000");
        rig.batch(20_000, "cpu,host=a value=4 20000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactlyInAnyOrder("kept,host=a value_sum=1.0 0", "removed,host=a value_sum=1.0 0");
    }

    @Test
    void aMarkerIsNoTickAndReachesAlarming() {
        rig.tick("g", 1_000);
        rig.marker(3_600_000, AFTER);
        rig.tick("g", 2_000);

        var records = rig.output(rig.topics.alarming());
        assertThat(records)
                .extracting(record -> BatchHeaders.rules(record.headers()))
                .containsExactly(null, AFTER.version(), null);
        assertThat(records)
                .extracting(record -> BatchHeaders.inputNumber(record.headers()))
                .containsExactly(0L, 1L, 2L);
        assertThat(records.get(2).timestamp()).isEqualTo(2_000);
    }

    @Test
    void unchangedSuppressionKeepsItsState() {
        rig.batch(1_000, "link,port=1 status=1i 1000000000");
        rig.marker(1_500, AFTER);
        rig.batch(2_000, "link,port=1 status=1i 2000000000");

        assertThat(rig.lines(rig.topics.storage())).containsExactly("link,port=1 status=1i 1000000000");
    }

    @Test
    void suppressionThatReturnsStartsWithoutState() {
        RuleFile none = rules("# nothing is suppressed\n");
        try (TopologyRig switched = new TopologyRig(new KnownRules(BEFORE, List.of(none)))) {
            switched.batch(1_000, "link,port=1 status=1i 1000000000");
            switched.marker(1_500, none);
            switched.batch(2_000, "link,port=1 status=0i 2000000000");
            switched.marker(2_500, BEFORE);
            switched.batch(3_000, "link,port=1 status=1i 3000000000");

            assertThat(switched.lines(switched.topics.storage())).hasSize(3);
        }
    }

    @Test
    void aRenamedSeriesIsStoredAgain() {
        RuleFile tagged = rules("enrich:\n  - {name: hall, match: {measurement: link}, set: {hall: p2}}\n" + LINKS);
        try (TopologyRig switched = new TopologyRig(new KnownRules(BEFORE, List.of(tagged)))) {
            switched.batch(1_000, "link,port=1 status=1i 1000000000");
            switched.marker(1_500, tagged);
            switched.batch(2_000, "link,port=1 status=1i 2000000000");

            assertThat(switched.lines(switched.topics.storage()))
                    .containsExactly("link,port=1 status=1i 1000000000", "link,hall=p2,port=1 status=1i 2000000000");
        }
    }

    private static RuleFile rules(String text) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + text);
    }
}
