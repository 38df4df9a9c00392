package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Masked alarms and everything that depends on them, through the production topology. */
class MaskTest {

    private static final RuleFile RULES = rules("""
              - name: host
                match: {measurement: host}
                field: up
                path: [host]
                major: {equals: false}
                masked-by: {rule: rack, on: [rack]}
                chatter: {raises: 3, within: 20s, quiet: 5s}
                escalate: {after: 10s}
                action: {do: drain, arguments: {node: "{host}"}}
              - {name: rack, match: {measurement: rack}, field: up, path: [rack], major: {equals: false}}
            """);

    private final TopologyRig rig = new TopologyRig(RULES);

    private static RuleFile rules(String alarms) {
        return RuleLoader.parse("rules.yaml", "version: 1\nalarms:\n" + alarms);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aMaskedAlarmRequestsNoAction() {
        rack(1, false);
        host(2, false);
        assertThat(reported()).containsExactly("rack/r#1 UNACKNOWLEDGED MAJOR", "host/a#1 SUPPRESSED MAJOR");
        assertThat(rig.actions()).isEmpty();

        rack(3, true);
        assertThat(reported()).containsExactly("rack/r#2 NORMAL OK", "host/a#2 UNACKNOWLEDGED MAJOR");
        assertThat(rig.actions()).extracting(ControlAction::key).containsExactly("host/a#2");
    }

    @Test
    void maskingWithdrawsAndUnmaskingRequests() {
        host(1, false);
        rack(2, false);
        assertThat(reported())
                .containsExactly(
                        "host/a#1 UNACKNOWLEDGED MAJOR", "rack/r#1 UNACKNOWLEDGED MAJOR", "host/a#2 SUPPRESSED MAJOR");
        assertThat(asked()).containsExactly("DECIDED host/a#1", "WITHDRAWN host/a#1");

        rack(3, true);
        assertThat(reported()).containsExactly("rack/r#2 NORMAL OK", "host/a#3 UNACKNOWLEDGED MAJOR");
        assertThat(asked()).containsExactly("DECIDED host/a#3");
        host(4, true);
        assertThat(reported()).containsExactly("host/a#4 NORMAL OK");
        assertThat(asked()).containsExactly("WITHDRAWN host/a#3");
    }

    @Test
    void aMaskedAlarmContinuesToChatter() {
        rack(1, false);
        for (int second = 2; second < 8; second++) {
            host(second, second % 2 == 1);
        }
        assertThat(reported())
                .containsExactly(
                        "rack/r#1 UNACKNOWLEDGED MAJOR",
                        "host/a#1 SUPPRESSED MAJOR",
                        "host/a#2 SUPPRESSED OK",
                        "host/a#3 SUPPRESSED MAJOR",
                        "host/a#4 SUPPRESSED OK",
                        "host/a#5 SUPPRESSED MAJOR");
        rack(9, true);
        List<AlarmEvent> events = rig.events();
        assertThat(events.get(1).transition()).isEqualTo("host/a#6");
        assertThat(events.get(1).chattering()).isTrue();
        assertThat(events.get(1).flips()).isEqualTo(3);

        rig.batch(13_000, "");
        assertThat(reported()).containsExactly("host/a#7 NORMAL OK");
    }

    @Test
    void maskedAlarmsCannotBeAcknowledged() {
        host(1, false);
        rig.clock(9_000);
        rack(9, false);
        rig.clock(50_000);
        assertThat(rig.events()).noneMatch(event -> event.escalated() != null);

        rack(60, true);
        rig.clock(69_000);
        assertThat(rig.events()).noneMatch(event -> event.escalated() != null);
        rig.clock(71_000);
        assertThat(rig.events()).extracting(AlarmEvent::escalated).containsExactly(true);
    }

    @Test
    void aRemovedMaskedRuleStaysMaskedUntilCleared() {
        RuleFile without = rules("""
                  - {name: rack, match: {measurement: rack}, field: up, path: [rack], major: {equals: false}}
                """);
        RuleFile unmasked = rules("""
                  - {name: host, match: {measurement: host}, field: up, path: [host], major: {equals: false}}
                  - {name: rack, match: {measurement: rack}, field: up, path: [rack], major: {equals: false}}
                """);
        try (TopologyRig switching = new TopologyRig(new KnownRules(RULES, List.of(without, unmasked)))) {
            switching.batch(1_000, "rack,rack=r up=false 1\nhost,host=a,rack=r up=false 2", 1, 0);
            assertThat(reported(switching)).last().isEqualTo("host/a#1 SUPPRESSED MAJOR");
            switching.marker(2_000, unmasked, 2);
            assertThat(reported(switching)).containsExactly("host/a#2 UNACKNOWLEDGED MAJOR");
            switching.marker(3_000, RULES, 3);
            assertThat(reported(switching)).containsExactly("host/a#3 SUPPRESSED MAJOR");
            switching.marker(4_000, without, 4);
            assertThat(reported(switching)).containsExactly("host/a#4 NORMAL OK");
        }
    }

    @Test
    void absenceAlarmsMaskAndAreMasked() {
        RuleFile rules = rules("""
                  - {name: silent, match: {measurement: beat}, absent: 5s, by: [host, rack], masked-by: {rule: dark, on: [rack]}}
                  - {name: dark, match: {measurement: power}, absent: 8s, by: [rack]}
                """);
        try (TopologyRig absent = new TopologyRig(rules)) {
            absent.batch(1_000, "beat,host=a,rack=r x=1\nbeat,host=b,rack=s x=1\npower,rack=r x=1\npower,rack=s x=1");
            for (int second = 2; second <= 9; second++) {
                absent.batch(second * 1_000L, "power,rack=s x=1");
                absent.batch(second * 1_000L, "");
            }
            assertThat(reported(absent))
                    .containsExactly(
                            "silent/a/r#1 UNACKNOWLEDGED MAJOR",
                            "silent/b/s#1 UNACKNOWLEDGED MAJOR",
                            "dark/r#1 UNACKNOWLEDGED MAJOR",
                            "silent/a/r#2 SUPPRESSED MAJOR");
            absent.batch(10_000, "beat,host=a,rack=r x=1\npower,rack=r x=1");
            assertThat(reported(absent))
                    .containsExactly("silent/a/r#3 SUPPRESSED OK", "dark/r#2 NORMAL OK", "silent/a/r#4 NORMAL OK");
        }
    }

    @Test
    void farmSettingsMask() {
        RuleFile rules = rules("""
                  - {name: host, match: {measurement: host}, field: up, path: [host], major: {equals: false}, masked-while: {mode: [night, "d*"]}}
                  - {name: rack, any: [host], masked-while: {mode: night, beam: "off"}}
                """);
        try (TopologyRig farm = new TopologyRig(rules)) {
            farm.state(1_000, "mode", "night");
            farm.batch(2_000, "host,host=a up=false 1");
            List<AlarmEvent> events = farm.events();
            assertThat(events).extracting(AlarmEvent::transition).containsExactly("host/a#1", "rack#1");
            assertThat(events).extracting(AlarmEvent::suppressedBy).containsExactly("state:mode=night", null);

            farm.state(3_000, "beam", "off");
            AlarmEvent masked = farm.events().get(0);
            assertThat(masked.transition()).isEqualTo("rack#2");
            assertThat(masked.suppressedBy()).isEqualTo("state:beam=off,mode=night");
            assertThat(masked.eventTime().toEpochMilli()).isEqualTo(3_000);
            assertThat(masked.source()).isEqualTo(new Source("control.state", 0, 1));

            farm.state(4_000, "mode", "day");
            assertThat(reported(farm)).containsExactly("rack#3 UNACKNOWLEDGED MAJOR");
            farm.state(5_000, "mode", "");
            assertThat(reported(farm)).containsExactly("host/a#2 UNACKNOWLEDGED MAJOR");
            farm.state(6_000, "mode", "no\nvalue");
            farm.state(7_000, "no name", "night");
            assertThat(reported(farm)).isEmpty();
        }
    }

    private List<String> asked() {
        return rig.actions().stream()
                .map(action -> action.kind() + " " + action.key())
                .toList();
    }

    private void host(int second, boolean up) {
        rig.batch(second * 1_000L, "host,host=a,rack=r up=" + up + " " + second * 1_000_000_000L);
    }

    private void rack(int second, boolean up) {
        rig.batch(second * 1_000L, "rack,rack=r up=" + up + " " + second * 1_000_000_000L);
    }

    private List<String> reported() {
        return reported(rig);
    }

    private static List<String> reported(TopologyRig of) {
        return of.events().stream()
                .map(event -> event.transition() + " " + event.to() + " " + event.severity())
                .toList();
    }
}
