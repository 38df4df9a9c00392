package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.rule.RuleLoader;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Escalation of unacknowledged alarms, through the production topology. */
class EscalationTest {

    private final TopologyRig rig = new TopologyRig(RuleLoader.parse("rules.yaml", """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, latch: true, minor: {above: 50}, major: {above: 80}, escalate: {after: 10m}}
            """));
    private int commands;

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void escalatesOncePerUnacknowledgedPhase() {
        value(1, 60);
        rig.clock(600_999);
        assertThat(lines()).containsExactly("UNACKNOWLEDGED MINOR null at 1");

        rig.clock(2_000_000);
        assertThat(lines()).containsExactly("UNACKNOWLEDGED MAJOR true at 601");

        value(2_001, 90);
        rig.clock(4_000_000);
        value(4_001, 60);
        rig.clock(6_000_000);
        assertThat(lines()).containsExactly("UNACKNOWLEDGED MAJOR true at 2001", "UNACKNOWLEDGED MAJOR true at 4001");

        say(6_001, "ACKNOWLEDGE");
        rig.clock(8_000_000);
        say(8_001, "UNACKNOWLEDGE");
        rig.clock(9_000_000);
        value(9_001, 20);
        rig.clock(10_000_000);
        assertThat(lines())
                .containsExactly(
                        "ACKNOWLEDGED MINOR null at 6001",
                        "UNACKNOWLEDGED MINOR null at 8001",
                        "UNACKNOWLEDGED MAJOR true at 8601",
                        "RETURNED OK null at 9001");
    }

    @Test
    void handledAlarmsDoNotEscalate() {
        value(1, 60);
        say(600, "ACKNOWLEDGE");
        rig.clock(1_000_000);
        value(1_001, 20);
        value(1_002, 60);
        value(1_600, 20);
        value(1_601, 60);
        say(2_200, "OUT_OF_SERVICE");
        rig.clock(9_000_000);

        assertThat(rig.events()).hasSize(7).allMatch(event -> event.escalated() == null);
    }

    /** The task has not checked its clock since the deadline. */
    @Test
    void dueEscalationsPrecedeOtherChanges() {
        value(1, 60);
        rig.clock(600_900);
        rig.events();
        say(601, "ACKNOWLEDGE");

        assertThat(lines()).containsExactly("UNACKNOWLEDGED MAJOR true at 601", "ACKNOWLEDGED MINOR null at 601");
    }

    private List<String> lines() {
        return rig.events().stream().map(EscalationTest::line).toList();
    }

    private static String line(AlarmEvent event) {
        return event.to() + " " + event.severity() + " " + event.escalated() + " at "
                + event.eventTime().getEpochSecond();
    }

    private void value(int second, int value) {
        rig.batch(second * 1_000L, "temp,host=a c=%d %d000000000".formatted(value, second));
    }

    private void say(int second, String operation) {
        commands++;
        rig.command(
                second * 1_000L,
                "{'id':'c%d','time':'%s','user':'anna','operation':'%s','alarm':'hot/a','reason':'why'}"
                        .formatted(commands, Instant.ofEpochSecond(second), operation)
                        .replace('\'', '"'));
    }
}
