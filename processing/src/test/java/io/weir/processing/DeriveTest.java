package io.weir.processing;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Derived fields in the production topology. */
class DeriveTest {

    private TopologyRig rig = new TopologyRig(rules(""));

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aRuleReadsFieldsOfEarlierRules() {
        derive("""
              - {name: share, match: {measurement: mem}, expression: "used / total", as: share}
              - {name: moved, match: {measurement: mem}, field: share, function: difference}
              - {name: double, match: {measurement: mem}, expression: "share_difference * 2", as: twice}
            """);

        assertThat(stored("mem used=1i,total=4i 1000", "mem total=4i,used=3i 2000"))
                .containsExactly(
                        "mem used=1i,total=4i,share=0.25 1000",
                        "mem total=4i,used=3i,share=0.75,share_difference=0.5,twice=1.0 2000");
    }

    @Test
    void aPatternDoesNotMatchItsOwnResults() {
        derive("  - {name: each, match: {measurement: net}, field: \"*\", function: increment}\n");

        assertThat(stored("net a=1i,b=10i 1", "net b=15i,a=2i 2", "net a=4i 3"))
                .containsExactly(
                        "net a=1i,b=10i 1",
                        "net b=15i,a=2i,b_increment=5.0,a_increment=1.0 2",
                        "net a=4i,a_increment=2.0 3");
    }

    @Test
    void aReceivedFieldIsNeverReplaced() {
        derive("  - {name: rate, match: {measurement: net}, field: a, function: increment, as: b}\n");

        assertThat(stored("net a=1i 1", "net a=2i,b=7i 2", "net a=4i 3"))
                .containsExactly("net a=1i 1", "net a=2i,b=7i 2", "net a=4i,b=2.0 3");
        assertThat(notDerived("name-taken")).isEqualTo(1);
    }

    @Test
    void textAmongNumbersIsSkippedAndCounted() {
        derive("""
              - {name: rate, match: {measurement: net}, field: a, function: increment}
              - {name: sum, match: {measurement: net}, expression: "a + b", as: c}
            """);

        assertThat(stored("net a=1i,b=1 1", "net a=\"none\",b=1 2", "net a=true,b=1 3", "net a=4i 4", "net a=4.5 5"))
                .containsExactly(
                        "net a=1i,b=1,c=2.0 1",
                        "net a=\"none\",b=1 2",
                        "net a=true,b=1 3",
                        "net a=4i,a_increment=3.0 4",
                        "net a=4.5 5");
        assertThat(notDerived("not-numeric")).isEqualTo(4);
        assertThat(notDerived("type-changed")).isEqualTo(1);
    }

    @Test
    void undefinedResultsAreCountedAndNotWritten() {
        derive("  - {name: ratio, match: {measurement: net}, expression: \"a / b\", as: ratio}\n");

        assertThat(stored("net a=1,b=0 1", "net a=1,b=2 2"))
                .containsExactly("net a=1,b=0 1", "net a=1,b=2,ratio=0.5 2");
        assertThat(rig.meters
                        .get("weir.processing.undefined")
                        .tag("rule", "ratio")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void countersBeyondDoublePrecisionAreExact() {
        derive("""
              - {name: more, match: {measurement: net}, field: "*", function: increment, wraps: 64}
            """);

        assertThat(stored(
                        "net a=9223372036854775806i,b=18446744073709551615u 1",
                        "net a=9223372036854775807i,b=1u 2",
                        "net a=-9223372036854775807i,b=4u 3"))
                .containsExactly(
                        "net a=9223372036854775806i,b=18446744073709551615u 1",
                        "net a=9223372036854775807i,b=1u,a_increment=1.0,b_increment=2.0 2",
                        "net a=-9223372036854775807i,b=4u,a_increment=2.0,b_increment=3.0 3");
    }

    @Test
    void lateAndSmallerValuesAreCounted() {
        derive("  - {name: rate, match: {measurement: net}, field: a, function: rate}\n");

        stored("net a=5i 2000", "net a=4i 1000", "net a=1i 3000");

        assertThat(notDerived("out-of-order")).isEqualTo(1);
        assertThat(notDerived("reset")).isEqualTo(1);
    }

    @Test
    void aCounterReportedEvery65MinutesHasARateIfTheSeriesIsNotForgotten() {
        String rate = "  - {name: rate, match: {measurement: net}, field: a, function: increment}\n";
        List<String> lines = List.of("net a=5i 1000000000000000000", "net a=9i 1000003900000000000");
        ProcessingConfig unset = ProcessingConfig.defaults();
        for (Duration expiry : List.of(unset.seriesExpiry(), Duration.ofHours(2))) {
            rig.close();
            rig = new TopologyRig(
                    Rules.fixed(rules("derive:\n" + rate)),
                    1,
                    new ProcessingConfig(
                            unset.threads(),
                            unset.standbyReplicas(),
                            unset.commitInterval(),
                            expiry,
                            unset.gatewayTimeout(),
                            unset.ahead(),
                            unset.latePerSecond(),
                            unset.lines(),
                            unset.state(),
                            unset.stateDirectory()));
            rig.batch(1_000_000_000_000L, lines.get(0));
            for (int minute = 0; minute < 65; minute++) {
                rig.tick("gateway", 1_000_000_000_000L + minute * 60_000L);
            }
            rig.batch(1_000_003_900_000L, lines.get(1));

            assertThat(rig.lines(rig.topics.storage()))
                    .containsExactly(
                            lines.get(0),
                            expiry.equals(unset.seriesExpiry())
                                    ? lines.get(1)
                                    : "net a=9i,a_increment=4.0 1000003900000000000");
        }
    }

    @Test
    void sinceChangeWorksForTexts() {
        derive(
                "  - {name: age, match: {measurement: link}, field: [state, up], function: since-change, as: \"age of <field>\"}\n");

        assertThat(stored(
                        "link state=\"a b\",up=t 1000000000",
                        "link state=\"a b\",up=true 2000000000",
                        "link state=\"a c\",up=F 3000000000"))
                .containsExactly(
                        "link state=\"a b\",up=t,age\\ of\\ state=0.0,age\\ of\\ up=0.0 1000000000",
                        "link state=\"a b\",up=true,age\\ of\\ state=1.0,age\\ of\\ up=1.0 2000000000",
                        "link state=\"a c\",up=F,age\\ of\\ state=0.0,age\\ of\\ up=0.0 3000000000");
    }

    @Test
    void aSeriesWithTooManyFieldsGetsNoResult() {
        derive("  - {name: rate, match: {measurement: net}, field: f0, function: increment}\n");
        String fields =
                IntStream.range(0, 4096).mapToObj(i -> "f" + i + "=" + i + "i").collect(joining(","));

        assertThat(stored("net " + fields + " 1", "net " + fields + " 2"))
                .containsExactly("net " + fields + " 1", "net " + fields + " 2");
        assertThat(notDerived("too-many-fields")).isEqualTo(1);
    }

    @Test
    void aFieldWithEscapesInItsNameIsReadInBackticks() {
        derive("""
              - {name: sum, match: {measurement: net}, expression: "`a b` + `c-d,e`", as: "f=g"}
            """);

        assertThat(stored("net a\\ b=1,c-d\\,e=2 1")).containsExactly("net a\\ b=1,c-d\\,e=2,f\\=g=3.0 1");
    }

    @Test
    void derivedFieldsReachAllLaterStages() {
        rig.close();
        rig = new TopologyRig(rules("""
            derive:
              - {name: rate, match: {measurement: net}, field: a, function: increment}
            aggregate:
              - {name: net-1s, match: {measurement: net}, fields: [a_increment], functions: [max], window: 1s, keep-raw: true}
            suppress:
              - {name: same, match: {measurement: net}, field: a_increment, mode: change}
            alarms:
              - {name: fast, match: {measurement: net}, field: a_increment, major: {above: 5}}
            """));

        assertThat(stored("net a=1i 0", "net a=2i 1000", "net a=3i 2000", "net a=9i 10000000000"))
                .containsExactly(
                        "net a=1i 0",
                        "net a=2i,a_increment=1.0 1000",
                        "net a=3i 2000",
                        "net a=9i,a_increment=6.0 10000000000",
                        "net_1s a_increment_max=1.0 0");
        assertThat(rig.lines(rig.topics.alarming())).contains("net a=3i,a_increment=1.0 2000");
    }

    @Test
    void onlyAnEditedRuleLosesItsHistory() {
        RuleFile before = rules("""
            derive:
              - {name: kept, match: {measurement: net}, field: a, function: increment}
              - {name: edited, match: {measurement: net}, field: a, function: difference}
            """);
        RuleFile after = rules("""
            derive:
              - {name: new, match: {measurement: net}, field: a, function: increment, as: new}
              - {name: edited, match: {measurement: net}, field: [a, b], function: difference}
              - {name: kept, match: {measurement: net}, field: a, function: rate, per: 1m, as: per_minute}
            """);
        rig.close();
        rig = new TopologyRig(new KnownRules(before, List.of(after)));
        rig.batch(1_000, "net a=1i 0");
        rig.marker(1_500, after);
        rig.batch(2_000, "net a=3i 1000000000");
        rig.batch(3_000, "net a=4i 2000000000");

        assertThat(rig.lines(rig.topics.storage()))
                .containsExactly(
                        "net a=1i 0",
                        "net a=3i,per_minute=120.0 1000000000",
                        "net a=4i,new=1.0,a_difference=1.0,per_minute=60.0 2000000000");
    }

    private void derive(String rules) {
        rig.close();
        rig = new TopologyRig(rules("derive:\n" + rules.indent(2)));
    }

    private List<String> stored(String... lines) {
        for (String line : lines) {
            rig.batch(1_000, line);
        }
        return rig.lines(rig.topics.storage());
    }

    private double notDerived(String reason) {
        return rig.meters.get("weir.processing.not.derived").tag("reason", reason).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static RuleFile rules(String text) {
        return RuleLoader.parse("rules.yaml", "version: 1\n" + text);
    }
}
