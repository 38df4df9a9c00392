package io.weir.alarming;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Actions of alarms, through the production topology. */
class ActionsTest {

    private static final RuleFile RULES = rules("drain");
    private static final RuleFile OTHERS = rules("reboot");

    private final TopologyRig rig = new TopologyRig(new KnownRules(RULES, List.of(OTHERS)));

    private static RuleFile rules(String action) {
        return RuleLoader.parse("rules.yaml", """
                version: 1
                alarms:
                  - name: hot
                    match: {measurement: temp}
                    field: c
                    major: {above: 80}
                    action: {do: %s, arguments: {node: "{host}"}, at-most: {n: 2, within: 1m}, confirm-within: 10s}
                  - {name: cold, match: {measurement: temp}, field: c, major: {below: 10}}
                """.formatted(action));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anAlarmRequestsAndWithdrawsAnAction() {
        rig.batch(1_000, "temp,host=a c=90 1\ntemp,host=b c=5 1");
        rig.batch(2_000, "temp,host=a c=20 2");

        List<ControlAction> actions = rig.actions();
        assertThat(actions)
                .extracting(action -> action.kind() + " " + action.key() + " " + action.action() + action.arguments())
                .containsExactly("DECIDED hot/a#1 drain{node=a}", "WITHDRAWN hot/a#1 drain{node=a}");
        assertThat(actions.get(0).ruleVersion()).isEqualTo(RULES.version());
        assertThat(actions.get(1).transition()).isEqualTo("hot/a#2");
        assertThat(count("weir.alarming.actions", "outcome", "DECIDED")).isEqualTo(1);
    }

    @Test
    void anUnconfirmedActionIsAnAlarm() {
        rig.batch(1_000, "temp,host=a c=90 1");
        rig.clock(10_900);
        assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("hot/a");

        rig.clock(12_000);
        AlarmEvent undone = only(rig.events());
        assertThat(undone.id()).isEqualTo("weir-action/hot/a");
        assertThat(undone.severity()).isEqualTo(Severity.MAJOR);
        assertThat(undone.eventTime().toEpochMilli()).isEqualTo(11_000);
        assertThat(undone.message()).isEqualTo("drain for hot/a was not confirmed by 1970-01-01T00:00:11Z");

        rig.command(
                13_000,
                "{\"id\":\"c\",\"time\":\"1970-01-01T00:00:13Z\",\"user\":\"anna\",\"operation\":\"ACKNOWLEDGE\",\"subtree\":\"weir-action\"}");
        assertThat(only(rig.events()).to()).isEqualTo(AlarmState.ACKNOWLEDGED);

        reply(14_000, "hot/a#1", "DONE");
        AlarmEvent over = only(rig.events());
        assertThat(over.to()).isEqualTo(AlarmState.NORMAL);
        assertThat(over.message()).isEqualTo("drain for hot/a is done: ecs");
        assertThat(rig.actions()).extracting(ControlAction::kind).containsExactly(ActionKind.DECIDED);
    }

    @Test
    void aReplyInTimeRaisesNoAlarm() {
        rig.batch(1_000, "temp,host=a c=90 1");
        reply(10_500, "hot/a#1", "DONE");
        rig.clock(60_000);

        assertThat(rig.events()).extracting(AlarmEvent::id).containsExactly("hot/a");
    }

    @Test
    void aFailedActionIsAnAlarm() {
        rig.batch(1_000, "temp,host=a c=90 1");
        reply(2_000, "hot/a#1", "FAILED");
        rig.batch(3_000, "temp,host=a c=20 3");

        assertThat(rig.events())
                .extracting(event -> event.id() + " " + event.severity())
                .containsExactly("hot/a MAJOR", "weir-action/hot/a MAJOR", "hot/a OK", "weir-action/hot/a OK");
    }

    @Test
    void invalidRepliesAreCounted() {
        rig.batch(1_000, "temp,host=a c=90 1");
        for (String json : List.of("", "done", "{}", "[]", "{\"key\":\"hot/a#1\"}", "{\"key\":7}", "null")) {
            rig.actionReply(2_000, json);
        }
        reply(3_000, "hot/b#1", "DONE");
        reply(3_000, "hot/a#1", "DONE");
        reply(3_000, "hot/a#1", "DONE");
        rig.clock(60_000);

        assertThat(count("weir.alarming.action.replies", "outcome", "MALFORMED"))
                .isEqualTo(7);
        assertThat(count("weir.alarming.action.replies", "outcome", "UNKNOWN")).isEqualTo(1);
        assertThat(count("weir.alarming.action.replies", "outcome", "DONE")).isEqualTo(1);
        assertThat(count("weir.alarming.action.replies", "outcome", "DUPLICATE"))
                .isEqualTo(1);
        assertThat(rig.events()).hasSize(1);
    }

    @Test
    void aStormIsRateLimitedWithOneAlarm() {
        StringBuilder storm = new StringBuilder();
        for (int host = 0; host < 50; host++) {
            storm.append("temp,host=h").append(host).append(" c=90 1\n");
        }
        rig.batch(1_000, storm.toString());

        assertThat(rig.actions()).hasSize(2);
        assertThat(rig.events())
                .filteredOn(event -> event.id().startsWith("weir-"))
                .extracting(AlarmEvent::id)
                .containsExactly("weir-action-held/hot");
        assertThat(count("weir.alarming.actions", "outcome", "RATE_LIMITED")).isEqualTo(48);

        rig.clock(61_000);
        assertThat(rig.events())
                .filteredOn(event -> event.id().startsWith("weir-action-held"))
                .extracting(AlarmEvent::severity)
                .containsExactly(Severity.OK);
    }

    /** The rules that raised the alarm determine the action; any other rules can withdraw it. */
    @Test
    void aRuleSwitchKeepsRequestedActions() {
        rig.batch(1_000, "temp,host=a c=90 1", 1, 0);
        rig.marker(1_500, OTHERS, 2);
        rig.batch(2_000, "temp,host=a c=20 2\ntemp,host=b c=90 2", 3, 0);

        assertThat(rig.actions())
                .extracting(action -> action.kind() + " " + action.key() + " " + action.action())
                .containsExactlyInAnyOrder(
                        "DECIDED hot/a#1 drain", "WITHDRAWN hot/a#1 drain", "DECIDED hot/b#1 reboot");
    }

    private void reply(long millis, String key, String outcome) {
        rig.actionReply(millis, "{\"key\":\"" + key + "\",\"outcome\":\"" + outcome + "\",\"who\":\"ecs\"}");
    }

    private double count(String meter, String tag, String value) {
        Counter counter = rig.meters.find(meter).tag(tag, value).counter();
        return counter == null ? 0 : counter.count();
    }

    private static <T> T only(List<T> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }
}
