package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Alarms of other alarms, through the production topology. */
class CompositeTest {

    private static final RuleFile TWO_OF_A_RACK = rules(
            "{name: rack-bad, of: {rule: hot, by: [rack]}, at-least: 2, message: \"{value} of {threshold}: {field} in {rack}\"}");

    @Test
    void aGroupAlarmNamesTheDecidingRecord() {
        try (TopologyRig rig = new TopologyRig(TWO_OF_A_RACK)) {
            rig.batch(1_000, hot("a", "r1", 90, 1_000) + hot("b", "r2", 90, 1_000));
            assertThat(rig.events()).hasSize(2);

            rig.batch(2_000, hot("c", "r1", 60, 1_900));
            AlarmEvent raised = rig.events().get(1);
            assertThat(raised.transition()).isEqualTo("rack-bad/r1#1");
            assertThat(raised.to()).isEqualTo(AlarmState.UNACKNOWLEDGED);
            assertThat(raised.severity()).isEqualTo(Severity.MAJOR);
            assertThat(raised.value()).isEqualTo(2);
            assertThat(raised.threshold()).isEqualTo(2);
            assertThat(raised.message()).isEqualTo("2 of 2: raised of hot in r1");
            assertThat(raised.tags()).isEqualTo(Map.of("rack", "r1"));
            assertThat(raised.eventTime().toEpochMilli()).isEqualTo(1_900);
            assertThat(raised.ruleVersion()).isEqualTo(TWO_OF_A_RACK.version());
            assertThat(raised.source()).isEqualTo(new Source("metrics.alarming", 0, 1));

            rig.batch(3_000, hot("a", "r1", 60, 2_500));
            assertThat(reported(rig))
                    .containsExactly("hot/a#2 UNACKNOWLEDGED MINOR", "rack-bad/r1#2 UNACKNOWLEDGED MINOR");
            rig.batch(4_000, hot("c", "r1", 10, 3_500) + hot("a", "r1", 10, 3_600));
            assertThat(reported(rig))
                    .containsExactly("hot/c#2 NORMAL OK", "rack-bad/r1#3 NORMAL OK", "hot/a#3 NORMAL OK");
            assertThat(rig.meters
                            .get("weir.alarming.active")
                            .tag("severity", "MINOR")
                            .gauge()
                            .value())
                    .isZero();
        }
    }

    @Test
    void hiddenAlarmsDoNotCount() {
        try (TopologyRig rig = new TopologyRig(TWO_OF_A_RACK)) {
            rig.batch(1_000, hot("a", "r1", 90, 1_000) + hot("b", "r1", 90, 1_000));
            rig.events();

            rig.command(2_000, """
                    {"id":"c1","time":"1970-01-01T00:00:02Z","user":"anna","operation":"OUT_OF_SERVICE","alarm":"hot/a","reason":"why"}""");
            List<AlarmEvent> events = rig.events();
            assertThat(events).extracting(AlarmEvent::id).containsExactly("hot/a", "rack-bad/r1");
            assertThat(events).extracting(AlarmEvent::command).containsOnly("c1");
            assertThat(events.get(1).to()).isEqualTo(AlarmState.NORMAL);
            assertThat(events.get(1).eventTime().toEpochMilli()).isEqualTo(2_000);

            rig.command(3_000, """
                    {"id":"c2","time":"1970-01-01T00:00:03Z","user":"anna","operation":"IN_SERVICE","alarm":"hot/a"}""");
            assertThat(reported(rig))
                    .containsExactly("hot/a#3 UNACKNOWLEDGED MAJOR", "rack-bad/r1#3 UNACKNOWLEDGED MAJOR");
        }
    }

    @Test
    void anAlarmWithoutTheTagIsInNoGroup() {
        try (TopologyRig rig = new TopologyRig(TWO_OF_A_RACK)) {
            rig.batch(1_000, "temp,host=a c=90 1\ntemp,host=b c=90 1\ntemp,host=c c=90 1");

            assertThat(reported(rig)).hasSize(3).noneMatch(event -> event.startsWith("rack-bad"));
        }
    }

    @Test
    void aChatteringGroupReportsOnceAndItsEnd() {
        RuleFile rules = rules(
                "{name: rack-bad, of: {rule: hot, by: [rack]}, at-least: 1, chatter: {raises: 2, within: 20s, quiet: 5s}, latch: true}");
        try (TopologyRig rig = new TopologyRig(rules)) {
            for (int second = 1; second <= 6; second++) {
                rig.batch(second * 1_000L, hot("a", "r1", second % 2 == 1 ? 90 : 10, second * 1_000L));
            }
            assertThat(reported(rig))
                    .filteredOn(event -> event.startsWith("rack-bad"))
                    .containsExactly(
                            "rack-bad/r1#1 UNACKNOWLEDGED MAJOR",
                            "rack-bad/r1#2 RETURNED OK",
                            "rack-bad/r1#3 UNACKNOWLEDGED MAJOR");
            rig.batch(7_000, hot("b", "r1", 90, 7_000)); // not worse than reported
            rig.batch(11_000, "");
            assertThat(reported(rig))
                    .filteredOn(event -> event.startsWith("rack-bad"))
                    .isEmpty();
            rig.batch(13_000, "");
            assertThat(reported(rig))
                    .filteredOn(event -> event.startsWith("rack-bad"))
                    .containsExactly("rack-bad/r1#4 UNACKNOWLEDGED MAJOR");
        }
    }

    @Test
    void aRuleSwitchReevaluatesAllGroups() {
        RuleFile one = rules("{name: rack-bad, of: {rule: hot, by: [rack]}, at-least: 1}");
        RuleFile three =
                rules("{name: rack-bad, of: {rule: hot, by: [rack]}, at-least: 3}, {name: all-bad, any: [rack-bad]}");
        RuleFile bySite = rules("{name: rack-bad, of: {rule: hot}, at-least: 2}, {name: all-bad, any: [rack-bad]}");
        RuleFile none = rules();
        try (TopologyRig rig = new TopologyRig(new KnownRules(TWO_OF_A_RACK, List.of(one, three, bySite, none)))) {
            rig.batch(1_000, hot("a", "r1", 90, 1_000) + hot("b", "r1", 60, 1_000) + hot("c", "r2", 90, 1_000), 1, 0);
            assertThat(reported(rig)).hasSize(4);

            rig.marker(2_000, one, 2);
            assertThat(reported(rig)).containsExactly("rack-bad/r2#1 UNACKNOWLEDGED MAJOR");
            rig.marker(3_000, three, 3);
            assertThat(reported(rig)).containsExactly("rack-bad/r1#2 NORMAL OK", "rack-bad/r2#2 NORMAL OK");
            rig.marker(4_000, bySite, 4);
            assertThat(reported(rig))
                    .containsExactly("rack-bad#1 UNACKNOWLEDGED MAJOR", "all-bad#1 UNACKNOWLEDGED MAJOR");
            rig.marker(5_000, none, 5);
            List<AlarmEvent> cleared = rig.events();
            assertThat(cleared).extracting(AlarmEvent::id).containsExactly("all-bad", "rack-bad");
            assertThat(cleared).extracting(AlarmEvent::to).containsOnly(AlarmState.NORMAL);
            assertThat(cleared.get(0).message()).isEqualTo("cleared: rule all-bad was removed, or no longer applies");
            assertThat(cleared.get(0).eventTime().toEpochMilli()).isEqualTo(5_000);
        }
    }

    private static String hot(String host, String rack, int value, long millis) {
        return "temp,host=" + host + ",rack=" + rack + " c=" + value + " " + millis * 1_000_000 + "\n";
    }

    private static List<String> reported(TopologyRig rig) {
        return rig.events().stream()
                .map(event -> event.transition() + " " + event.to() + " " + event.severity())
                .toList();
    }

    private static RuleFile rules(String... more) {
        return RuleLoader.parse(
                "rules.yaml", """
                version: 1
                alarms: [{name: hot, match: {measurement: temp}, field: c, path: [host], minor: {above: 50}, major: {above: 80}, chatter: off}, %s]
                """.formatted(String.join(", ", more)).replace(", ]", "]"));
    }
}
