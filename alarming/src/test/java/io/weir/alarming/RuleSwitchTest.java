package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Alarm rules that change at a marker in the log while alarms are raised. */
class RuleSwitchTest {

    private static final RuleFile HOT = rules("{name: hot, match: {measurement: temp}, field: c, major: {above: 80}}");
    private static final RuleFile NONE = rules();

    @Test
    void removingARuleClearsItsAlarm() {
        try (TopologyRig rig = new TopologyRig(new KnownRules(HOT, List.of(NONE)))) {
            rig.batch(1_000, "temp,host=a c=90 1\ntemp,host=b c=20 1", 1, 0);
            rig.marker(5_000, NONE, 2);

            AlarmEvent cleared = rig.events().get(1);
            assertThat(cleared.id()).isEqualTo("hot/a");
            assertThat(cleared.to()).isEqualTo(AlarmState.NORMAL);
            assertThat(cleared.severity()).isEqualTo(Severity.OK);
            assertThat(cleared.ruleVersion()).isEqualTo(NONE.version());
            assertThat(cleared.message()).isEqualTo("cleared: rule hot was removed, or no longer applies");
            assertThat(cleared.eventTime().toEpochMilli()).isEqualTo(5_000);
            assertThat(cleared.value()).isNull();
            assertThat(rig.count("weir.alarming.conditions")).isEqualTo(2);
        }
    }

    @Test
    void aChangedRuleKeepsStateAndUsesNewLevels() {
        RuleFile higher = rules("{name: hot, match: {measurement: temp}, field: c, major: {above: 95, clear: 92}}");
        try (TopologyRig rig = new TopologyRig(new KnownRules(HOT, List.of(higher)))) {
            rig.batch(1_000, "temp,host=a c=90 1", 1, 0);
            rig.marker(1_500, higher, 2);
            assertThat(rig.events()).hasSize(1);

            rig.batch(2_000, "temp,host=a c=91 2", 3, 0);
            assertThat(rig.events()).extracting(AlarmEvent::severity).containsExactly(Severity.OK);
        }
    }

    @Test
    void aRenamedAlarmIsClearedAndRaisedAgain() {
        RuleFile byHost = rules("{name: hot, match: {measurement: temp}, field: c, path: [host], major: {above: 80}}");
        try (TopologyRig rig = new TopologyRig(new KnownRules(HOT, List.of(byHost)))) {
            rig.batch(1_000, "temp,core=1,host=a c=90 1", 1, 0);
            rig.marker(1_500, byHost, 2);
            rig.batch(2_000, "temp,core=1,host=a c=90 2", 3, 0);

            assertThat(rig.events())
                    .extracting(AlarmEvent::transition)
                    .containsExactly("hot/1/a#1", "hot/1/a#2", "hot/a#1");
        }
    }

    @Test
    void aRespelledExpressionKeepsItsState() {
        RuleFile before =
                rules("{name: full, match: {measurement: disk}, expression: \"used/total\", major: {above: 0.9}}");
        RuleFile same = rules(
                "{name: full, match: {measurement: disk}, expression: \"(used) / `total`\", major: {above: 0.90}}");
        RuleFile other =
                rules("{name: full, match: {measurement: disk}, expression: \"total/used\", major: {above: 0.9}}");
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(same, other)))) {
            rig.batch(1_000, "disk,host=a alarm:full=0.95 1", 1, 0);
            rig.marker(1_500, same, 2);
            rig.batch(2_000, "disk,host=a alarm:full=0.96 2", 3, 0);
            assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("full/a#1");

            rig.marker(2_500, other, 4);
            rig.batch(3_000, "disk,host=a alarm:full=1.05 3", 5, 0);
            assertThat(rig.events()).extracting(AlarmEvent::transition).containsExactly("full/a#2", "full/a#3");
        }
    }

    @Test
    void aPendingRaiseMustExceedTheNewLevel() {
        RuleFile before = rules("{name: hot, match: {measurement: temp}, field: c, major: {above: 80}, for: 10s}");
        RuleFile after = rules("{name: hot, match: {measurement: temp}, field: c, major: {above: 95}, for: 10s}");
        try (TopologyRig rig = new TopologyRig(new KnownRules(before, List.of(after)))) {
            rig.batch(1_000, "temp,host=a c=90 1000000000\ntemp,host=b c=99 1000000000", 1, 0);
            rig.marker(5_000, after, 2);
            rig.batch(60_000, "", 3, 0);

            assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("hot/b");
        }
    }

    @Test
    void aRepeatedMarkerIsSkipped() {
        try (TopologyRig rig = new TopologyRig(new KnownRules(HOT, List.of(NONE)))) {
            rig.marker(1_000, NONE, 1);
            rig.marker(1_000, HOT, 2);
            rig.marker(1_000, NONE, 1);
            rig.batch(2_000, "temp,host=a c=90 1", 3, 0);

            assertThat(rig.events()).hasSize(1);
            assertThat(rig.count("weir.alarming.rules.switches")).isEqualTo(2);
        }
    }

    @Test
    void aRestartWithAnotherFileClearsItsAlarms() {
        List<TestRecord<byte[], byte[]>> conditions;
        List<TestRecord<byte[], byte[]>> alarms;
        try (TopologyRig before = new TopologyRig(HOT)) {
            before.batch(1_000, "temp,host=a c=90 1", 1, 0);
            conditions = before.output(TopologyRig.CONDITIONS);
            alarms = before.output(TopologyRig.ALARMS);
        }
        try (TopologyRig after = new TopologyRig(NONE)) {
            after.batch(0, "# only moves the offset");
            conditions.forEach(record -> after.store().restore(record.key(), record.value()));
            alarms.forEach(after::restoreAlarm);
            after.batch(2_000, "", 2, 0);
            after.batch(3_000, "", 3, 0);

            assertThat(after.events()).extracting(AlarmEvent::transition).containsExactly("hot/a#2");
        }
    }

    private static RuleFile rules(String... alarms) {
        StringBuilder text = new StringBuilder("version: 1\nalarms:");
        for (String alarm : alarms) {
            text.append("\n  - ").append(alarm);
        }
        return RuleLoader.parse("rules.yaml", alarms.length == 0 ? "version: 1\n# none\n" : text.toString());
    }
}
