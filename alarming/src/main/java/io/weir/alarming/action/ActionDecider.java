package io.weir.alarming.action;

import io.weir.alarming.action.ActionState.Answer;
import io.weir.alarming.lifecycle.AlarmTransitioned;
import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ActionOutcome;
import io.weir.contract.alarm.ActionReply;
import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.rule.alarm.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides and withdraws actions of alarms, and raises an alarm if the control system does not
 * confirm them. Pure: time is an argument, and each call first handles what is due. Not
 * thread-safe.
 */
final class ActionDecider {

    /** Time after the end of its alarm for which an action without a good answer is kept. */
    static final Duration GIVE_UP = Duration.ofDays(7);

    private final ActionMemory memory;
    private final ActionOutlet outlet;

    ActionDecider(ActionMemory memory, ActionOutlet outlet) {
        this.memory = memory;
        this.outlet = outlet;
    }

    /**
     * Handles the transition of an alarm.
     *
     * @param action the action of its rule
     */
    void onTransition(AlarmTransitioned transition, Optional<Action> action, Instant now) {
        due(now);
        AlarmEvent event = transition.event();
        memory.find(event.id()).filter(ActionState::isActive).ifPresent(state -> update(state, event, now));
        action.filter(each -> isEntered(each, transition)).ifPresent(each -> request(each, event, now));
    }

    private static boolean isEntered(Action action, AlarmTransitioned transition) {
        AlarmEvent event = transition.event();
        boolean wasEntered = event.from() != null && action.isAskedFor(event.from(), transition.before());
        boolean isWithdrawnAtOnce = action.withdrawOn().stream().anyMatch(on -> on.isMet(event.to(), event.severity()));
        return !wasEntered && action.isAskedFor(event.to(), event.severity()) && !isWithdrawnAtOnce;
    }

    private void update(ActionState state, AlarmEvent event, Instant now) {
        ControlAction action = state.action();
        if (action.withdrawOn().stream().anyMatch(on -> on.isMet(event.to(), event.severity()))) {
            memory.forget(state);
            outlet.publish(action.withdrawn(event.transition(), now));
            outlet.count(DecisionOutcome.WITHDRAWN);
            clear(state, "was withdrawn", now, event.source());
        } else if (event.severity() == Severity.OK) {
            if (state.isAwaited()) {
                memory.put(state.over(state.due()));
            } else if (state.isReported()) {
                memory.put(state.over(now.plus(GIVE_UP)));
            } else {
                memory.forget(state);
            }
        }
    }

    private void request(Action action, AlarmEvent event, Instant now) {
        Optional<ActionState> before = memory.find(event.id());
        if (before.filter(ActionState::isActive).isPresent()) {
            return;
        }
        Optional<String> missing = Arguments.missing(action, event);
        ActionWindow window = memory.window(event.rule());
        if (missing.isPresent()) {
            holdBack(action, event, "the alarm has no " + missing.get(), now);
            outlet.count(DecisionOutcome.INCOMPLETE);
        } else if (!window.hasRoom(action.atMost(), now)) {
            holdBack(action, event, "the limit of " + action.atMost() + " is reached", now);
            outlet.count(DecisionOutcome.RATE_LIMITED);
        } else {
            memory.put(event.rule(), window.decided(action.atMost(), now));
            decide(action, event, before, now);
        }
    }

    private void decide(Action action, AlarmEvent event, Optional<ActionState> before, Instant now) {
        Instant confirmBy =
                action.isDryRun() ? null : action.confirmWithin().map(now::plus).orElse(null);
        ControlAction decided = new ControlAction(
                event.transition(),
                ActionKind.DECIDED,
                action.name(),
                Arguments.of(action, event),
                action.isDryRun(),
                event.id(),
                event.transition(),
                event.rule(),
                event.ruleVersion(),
                event.severity(),
                event.tags(),
                now,
                confirmBy,
                action.withdrawOn());
        // The alarm about the previous action stays raised until a reply to this one arrives.
        boolean isReported =
                confirmBy != null && before.filter(ActionState::isReported).isPresent();
        memory.put(new ActionState(decided, Answer.NONE, true, isReported, confirmBy));
        outlet.publish(decided);
        outlet.count(DecisionOutcome.DECIDED);
        if (!isReported) {
            before.ifPresent(old -> clear(old, "was replaced by another action", now, event.source()));
        }
    }

    private void holdBack(Action action, AlarmEvent event, String why, Instant now) {
        memory.put(event.rule(), memory.window(event.rule()).heldBack(action.atMost(), event.ruleVersion(), now));
        outlet.report(ActionAlarm.heldBack(event.rule(), event.ruleVersion())
                .change(
                        Severity.MAJOR,
                        action.name() + " for " + event.id() + " was held back: " + why,
                        now,
                        event.source()));
    }

    /** Handles a reply of the control system. */
    ReplyOutcome onReply(ActionReply reply, Source source, Instant now) {
        due(now);
        // A key is the transition that decided: the alarm's id and a number.
        int end = reply.key().lastIndexOf('#');
        ActionState state =
                end < 0 ? null : memory.find(reply.key().substring(0, end)).orElse(null);
        if (state == null || !state.action().key().equals(reply.key())) {
            return ReplyOutcome.UNKNOWN;
        }
        boolean hasFailed = reply.outcome() == ActionOutcome.FAILED;
        if (state.answer() == Answer.FINAL || (hasFailed && state.answer() == Answer.FAILED)) {
            return ReplyOutcome.DUPLICATE;
        }
        if (hasFailed) {
            failed(state, reply, source, now);
        } else {
            if (state.isActive()) {
                memory.put(state.with(Answer.FINAL, false, null));
            } else {
                memory.forget(state);
            }
            clear(
                    state,
                    (reply.outcome() == ActionOutcome.DONE ? "is done: " : "was refused: ") + describe(reply),
                    now,
                    source);
        }
        return ReplyOutcome.of(reply.outcome());
    }

    private void failed(ActionState state, ActionReply reply, Source source, Instant now) {
        if (state.action().dryRun()) {
            memory.put(state.with(Answer.FAILED, false, null));
            return;
        }
        memory.put(state.with(Answer.FAILED, true, state.isActive() ? null : now.plus(GIVE_UP)));
        outlet.report(ActionAlarm.undone(state.action())
                .change(Severity.MAJOR, text(state, "failed: " + describe(reply)), now, source));
    }

    private static String describe(ActionReply reply) {
        return reply.who() + (reply.reason() == null ? "" : ": " + reply.reason());
    }

    /** Handles everything that is due at {@code now}. */
    void due(Instant now) {
        for (String alarm : memory.dueAlarms(now)) {
            memory.find(alarm).ifPresent(state -> due(state, now));
        }
        for (String rule : memory.dueRules(now)) {
            ActionWindow window = memory.window(rule);
            Instant until = window.heldUntil() == null ? now : window.heldUntil();
            memory.put(rule, window.free());
            outlet.report(ActionAlarm.heldBack(rule, window.ruleVersion())
                    .change(Severity.OK, "no action is held back", until, null));
        }
    }

    private void due(ActionState state, Instant now) {
        Instant due = state.due() == null ? now : state.due();
        if (state.isAwaited()) {
            Instant giveUp = state.isActive() ? null : due.plus(GIVE_UP);
            memory.put(state.with(Answer.OVERDUE, true, giveUp));
            outlet.count(DecisionOutcome.UNCONFIRMED);
            outlet.report(ActionAlarm.undone(state.action())
                    .change(Severity.MAJOR, text(state, "was not confirmed by " + due), due, null));
        } else {
            memory.forget(state);
            clear(state, "was not confirmed, and its alarm ended long ago", due, null);
        }
    }

    private void clear(ActionState state, String message, Instant time, @Nullable Source source) {
        if (state.isReported()) {
            outlet.report(ActionAlarm.undone(state.action()).change(Severity.OK, text(state, message), time, source));
        }
    }

    private static String text(ActionState state, String message) {
        return state.action().action() + " for " + state.alarm() + " " + message;
    }
}
