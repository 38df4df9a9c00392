package io.weir.alarming.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ActionOutcome;
import io.weir.contract.alarm.ActionReply;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.rule.alarm.Action;
import io.weir.contract.rule.alarm.ActionLimit;
import io.weir.contract.rule.alarm.MessageTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class ActionDeciderTest {

    private static final String ALARM = "hot/a%2Fb";
    private static final String UNDONE = "weir-action/" + ALARM;
    private static final String HELD_BACK = "weir-action-held/hot";

    private final KeyValueStore<String, byte[]> store = Books.store();
    private final Outlet out = new Outlet();
    private final ActionDecider decider = new ActionDecider(new ActionBook(store), out);
    private Situation here = Situation.NORMAL;
    private int transitions;

    @Test
    void anActionNamesItsAlarmAndArguments() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);

        assertThat(out.actions)
                .containsExactly(new ControlAction(
                        "hot/a%2Fb#1",
                        ActionKind.DECIDED,
                        "drain",
                        new TreeMap<>(Map.of("node", "a/b", "why", "hot at 97, MAJOR")),
                        false,
                        ALARM,
                        "hot/a%2Fb#1",
                        "hot",
                        "v1",
                        Severity.MAJOR,
                        new TreeMap<>(Map.of("host", "a/b")),
                        at(1),
                        at(31),
                        List.of(WithdrawOn.CLEARED)));
    }

    @Test
    void anActiveActionIsNotRequestedAgain() {
        Action drain = drain(WithdrawOn.CLEARED);
        go(Situation.RAISED, drain, 1);
        go(new Situation(AlarmState.SHELVED, Severity.MAJOR), drain, 2);
        go(Situation.RAISED, drain, 3);
        go(Situation.KNOWN, drain, 4);
        go(new Situation(AlarmState.SHELVED, Severity.MAJOR), drain, 5);
        go(new Situation(AlarmState.SHELVED, Severity.OK), drain, 6);
        go(Situation.RAISED, drain, 7);

        assertThat(out.published()).containsExactly("+" + ALARM + "#1", "-" + ALARM + "#1", "+" + ALARM + "#7");
        assertThat(out.actions.get(1).transition()).isEqualTo(ALARM + "#6");
        assertThat(out.actions.get(1).decisionTime()).isEqualTo(at(6));
    }

    @Test
    void theDecidingRuleVersionWithdraws() {
        go(Situation.RAISED, drain(WithdrawOn.ACKNOWLEDGED), 1);
        go(Situation.KNOWN, Optional.<Action>empty(), 2);
        go(Situation.NORMAL, Optional.<Action>empty(), 3);

        assertThat(out.published()).containsExactly("+" + ALARM + "#1", "-" + ALARM + "#1");
        assertThat(isForgotten()).isTrue();
    }

    @Test
    void eachRaiseRequestsOnce() {
        Action once = drain();
        go(Situation.RAISED, once, 1);
        go(Situation.KNOWN, once, 2);
        go(Situation.NORMAL, once, 3);
        go(Situation.RAISED, once, 4);

        assertThat(out.published()).containsExactly("+" + ALARM + "#1", "+" + ALARM + "#4");
    }

    @Test
    void aMajorActionWaitsForSeverityMajor() {
        Action drain = new Action(
                "drain",
                Action.On.RAISED,
                Severity.MAJOR,
                new TreeMap<>(),
                ActionLimit.DEFAULT,
                false,
                List.of(WithdrawOn.CLEARED),
                Optional.empty());
        go(new Situation(AlarmState.UNACKNOWLEDGED, Severity.INVALID), drain, 1);
        go(new Situation(AlarmState.UNACKNOWLEDGED, Severity.MINOR), drain, 2);
        go(Situation.RAISED, drain, 3);

        assertThat(out.published()).containsExactly("+" + ALARM + "#3");
    }

    @Test
    void invalidRequestsNoActionByDefault() {
        assertThat(drain().isAskedFor(AlarmState.UNACKNOWLEDGED, Severity.INVALID))
                .isFalse();
    }

    @Test
    void anUnconfirmedActionIsAnAlarmUntilConfirmed() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        decider.due(at(30));
        assertThat(out.reported).isEmpty();

        decider.due(at(31));
        ConditionChange alarm = out.reported.get(0);
        assertThat(alarm.id()).isEqualTo(UNDONE);
        assertThat(alarm.rule()).isEqualTo("weir-action");
        assertThat(alarm.severity()).isEqualTo(Severity.MAJOR);
        assertThat(alarm.message()).isEqualTo("drain for hot/a%2Fb was not confirmed by 1970-01-01T00:00:31Z");
        assertThat(alarm.eventTime()).isEqualTo(at(31));
        assertThat(alarm.tags()).containsEntry("host", "a/b");

        assertThat(reply(ALARM + "#1", ActionOutcome.DONE, 50)).isEqualTo(ReplyOutcome.DONE);
        assertThat(out.reported).hasSize(2);
        assertThat(out.reported.get(1).severity()).isEqualTo(Severity.OK);
        assertThat(out.reported.get(1).message()).isEqualTo("drain for hot/a%2Fb is done: ecs");
        assertThat(reply(ALARM + "#1", ActionOutcome.DONE, 51)).isEqualTo(ReplyOutcome.DUPLICATE);
        assertThat(reply(ALARM + "#1", ActionOutcome.FAILED, 51)).isEqualTo(ReplyOutcome.DUPLICATE);
    }

    /** A reply exactly at the deadline is late. */
    @Test
    void deadlinesPrecedeRepliesOfTheSameMoment() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        reply(ALARM + "#1", ActionOutcome.DONE, 31);

        assertThat(out.reported).extracting(ConditionChange::severity).containsExactly(Severity.MAJOR, Severity.OK);
        assertThat(out.counts).containsEntry(DecisionOutcome.UNCONFIRMED, 1);
    }

    @Test
    void aReplyInTimeReportsNothing() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        assertThat(reply(ALARM + "#1", ActionOutcome.REFUSED, 30)).isEqualTo(ReplyOutcome.REFUSED);
        decider.due(at(1_000));
        go(Situation.NORMAL, drain(WithdrawOn.CLEARED), 1_001);

        assertThat(out.reported).isEmpty();
        assertThat(out.published()).hasSize(2);
        assertThat(isForgotten()).isTrue();
    }

    @Test
    void aFailureIsReportedOnce() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        assertThat(reply(ALARM + "#1", ActionOutcome.FAILED, 2)).isEqualTo(ReplyOutcome.FAILED);
        assertThat(reply(ALARM + "#1", ActionOutcome.FAILED, 3)).isEqualTo(ReplyOutcome.DUPLICATE);
        decider.due(at(100));

        assertThat(out.reported)
                .extracting(ConditionChange::message)
                .containsExactly("drain for hot/a%2Fb failed: ecs");
        assertThat(out.reported.get(0).source()).isEqualTo(new Source("control.replies", 0, 2));
        go(Situation.NORMAL, drain(WithdrawOn.CLEARED), 101);
        assertThat(out.isRaised(UNDONE)).isFalse();
        assertThat(isForgotten()).isTrue();
    }

    @Test
    void withdrawalClearsTheActionAlarm() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        go(Situation.NORMAL, drain(WithdrawOn.CLEARED), 40);

        assertThat(out.reported).extracting(ConditionChange::severity).containsExactly(Severity.MAJOR, Severity.OK);
        assertThat(out.reported.get(1).message()).isEqualTo("drain for hot/a%2Fb was withdrawn");
        assertThat(reply(ALARM + "#1", ActionOutcome.DONE, 41)).isEqualTo(ReplyOutcome.UNKNOWN);
    }

    @Test
    void anUnansweredActionIsKeptForAWeek() {
        go(Situation.RAISED, drain(), 1);
        go(Situation.NORMAL, drain(), 2);
        decider.due(at(31));
        assertThat(out.isRaised(UNDONE)).isTrue();

        decider.due(at(31).plus(ActionDecider.GIVE_UP).minusMillis(1));
        assertThat(out.isRaised(UNDONE)).isTrue();
        decider.due(at(31).plus(ActionDecider.GIVE_UP));
        assertThat(out.isRaised(UNDONE)).isFalse();
        assertThat(isForgotten()).isTrue();
    }

    @Test
    void theNextActionInheritsTheActionAlarm() {
        go(Situation.RAISED, drain(), 1);
        go(Situation.NORMAL, drain(), 40);
        go(Situation.RAISED, drain(), 41);
        assertThat(out.isRaised(UNDONE)).isTrue();
        assertThat(reply(ALARM + "#1", ActionOutcome.DONE, 42)).isEqualTo(ReplyOutcome.UNKNOWN);
        assertThat(out.isRaised(UNDONE)).isTrue();

        reply(ALARM + "#3", ActionOutcome.DONE, 43);
        assertThat(out.isRaised(UNDONE)).isFalse();
    }

    @Test
    void aDryRunAwaitsNoReply() {
        Action dry = new Action(
                "drain",
                Action.On.RAISED,
                Severity.MINOR,
                new TreeMap<>(),
                ActionLimit.DEFAULT,
                true,
                List.of(WithdrawOn.CLEARED),
                Optional.of(Duration.ofSeconds(30)));
        go(Situation.RAISED, dry, 1);
        reply(ALARM + "#1", ActionOutcome.FAILED, 2);
        decider.due(at(1_000));
        go(Situation.NORMAL, dry, 1_001);

        assertThat(out.actions).extracting(ControlAction::dryRun).containsExactly(true, true);
        assertThat(out.actions.get(0).confirmBy()).isNull();
        assertThat(out.reported).isEmpty();
    }

    @Test
    void actionsBeyondTheLimitAreHeldBack() {
        Action drain = limited(2, 10);
        for (int host = 0; host < 5; host++) {
            raise("hot/h" + host, drain, 1 + host);
        }
        assertThat(out.published()).containsExactly("+hot/h0#1", "+hot/h1#1");
        assertThat(out.counts).containsEntry(DecisionOutcome.RATE_LIMITED, 3);
        assertThat(out.alarms).containsOnlyKeys(HELD_BACK);
        assertThat(out.reported.get(0).message())
                .isEqualTo("drain for hot/h2 was held back: the limit of 2 within 10s is reached");

        // The window includes its start and excludes its end.
        raise("hot/h5", drain, 11);
        assertThat(out.published()).contains("+hot/h5#1");
        assertThat(out.isRaised(HELD_BACK)).isTrue();
        decider.due(at(14));
        assertThat(out.isRaised(HELD_BACK)).isTrue();
        decider.due(at(15));
        assertThat(out.isRaised(HELD_BACK)).isFalse();
        assertThat(out.reported.get(out.reported.size() - 1).eventTime()).isEqualTo(at(15));
    }

    @Test
    void anIncompleteActionIsHeldBack() {
        Action drain = new Action(
                "drain",
                Action.On.RAISED,
                Severity.MINOR,
                new TreeMap<>(Map.of("rack", MessageTemplate.of("{rack}"))),
                ActionLimit.DEFAULT,
                false,
                List.of(),
                Optional.empty());
        go(Situation.RAISED, drain, 1);

        assertThat(out.actions).isEmpty();
        assertThat(out.counts).containsEntry(DecisionOutcome.INCOMPLETE, 1);
        assertThat(out.reported.get(0).message()).isEqualTo("drain for hot/a%2Fb was held back: the alarm has no rack");
        assertThat(out.isRaised(HELD_BACK)).isTrue();
    }

    @Test
    void anUnknownReplyChangesNothing() {
        go(Situation.RAISED, drain(WithdrawOn.CLEARED), 1);
        for (String key : List.of("x", "#", ALARM, ALARM + "#", ALARM + "#2", "other#1")) {
            assertThat(reply(key, ActionOutcome.DONE, 2)).as(key).isEqualTo(ReplyOutcome.UNKNOWN);
        }
        decider.due(at(31));
        assertThat(out.isRaised(UNDONE)).isTrue();
    }

    private void go(Situation next, Action action, int seconds) {
        go(next, Optional.of(action), seconds);
    }

    private void go(Situation next, Optional<Action> action, int seconds) {
        transitions++;
        decider.onTransition(here.to(next, ALARM, transitions, at(seconds)), action, at(seconds));
        here = next;
    }

    private void raise(String alarm, Action action, int seconds) {
        decider.onTransition(
                Situation.NORMAL.to(Situation.RAISED, alarm, 1, at(seconds)), Optional.of(action), at(seconds));
    }

    private ReplyOutcome reply(String key, ActionOutcome outcome, int seconds) {
        return decider.onReply(
                new ActionReply(key, outcome, "ecs", null), new Source("control.replies", 0, seconds), at(seconds));
    }

    private boolean isForgotten() {
        return new ActionBook(store).find(ALARM).isEmpty()
                && new ActionBook(store)
                        .dueAlarms(Instant.parse("2999-01-01T00:00:00Z"))
                        .isEmpty();
    }

    private static Instant at(int seconds) {
        return Instant.ofEpochSecond(seconds);
    }

    private static Action drain(WithdrawOn... withdrawOn) {
        return new Action(
                "drain",
                Action.On.RAISED,
                Severity.MINOR,
                new TreeMap<>(Map.of(
                        "node", MessageTemplate.of("{host}"),
                        "why", MessageTemplate.of("{rule} at {value}, {severity}"))),
                ActionLimit.DEFAULT,
                false,
                List.of(withdrawOn),
                Optional.of(Duration.ofSeconds(30)));
    }

    private static Action limited(int n, int seconds) {
        return new Action(
                "drain",
                Action.On.RAISED,
                Severity.MINOR,
                new TreeMap<>(),
                new ActionLimit(n, Duration.ofSeconds(seconds)),
                false,
                List.of(),
                Optional.empty());
    }
}
