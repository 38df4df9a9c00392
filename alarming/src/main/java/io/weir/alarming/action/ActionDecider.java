package io.weir.alarming.action;

import io.weir.alarming.action.Standing.Answer;
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
    void moved(AlarmTransitioned moved, Optional<Action> action, Instant now) {
        due(now);
        AlarmEvent event = moved.event();
        memory.find(event.id()).filter(Standing::stands).ifPresent(standing -> goesOn(standing, event, now));
        action.filter(each -> isEntered(each, moved)).ifPresent(each -> ask(each, event, now));
    }

    private static boolean isEntered(Action action, AlarmTransitioned moved) {
        AlarmEvent event = moved.event();
        boolean wasThere = event.from() != null && action.isAskedFor(event.from(), moved.before());
        boolean isTakenBackAtOnce = action.withdrawOn().stream().anyMatch(on -> on.isMet(event.to(), event.severity()));
        return !wasThere && action.isAskedFor(event.to(), event.severity()) && !isTakenBackAtOnce;
    }

    private void goesOn(Standing standing, AlarmEvent event, Instant now) {
        ControlAction action = standing.action();
        if (action.withdrawOn().stream().anyMatch(on -> on.isMet(event.to(), event.severity()))) {
            memory.forget(standing);
            outlet.publish(action.withdrawn(event.transition(), now));
            outlet.count(DecisionOutcome.WITHDRAWN);
            clear(standing, "was withdrawn", now, event.source());
        } else if (event.severity() == Severity.OK) {
            if (standing.isAwaited()) {
                memory.put(standing.over(standing.due()));
            } else if (standing.isTold()) {
                memory.put(standing.over(now.plus(GIVE_UP)));
            } else {
                memory.forget(standing);
            }
        }
    }

    private void ask(Action action, AlarmEvent event, Instant now) {
        Optional<Standing> before = memory.find(event.id());
        if (before.filter(Standing::stands).isPresent()) {
            return;
        }
        Optional<String> missing = Arguments.missing(action, event);
        ActionWindow window = memory.window(event.rule());
        if (missing.isPresent()) {
            holdBack(action, event, "the alarm has no " + missing.get(), now);
            outlet.count(DecisionOutcome.INCOMPLETE);
        } else if (!window.hasRoom(action.atMost(), now)) {
            holdBack(action, event, "there were " + action.atMost() + " already", now);
            outlet.count(DecisionOutcome.RATE_LIMITED);
        } else {
            memory.put(event.rule(), window.decided(action.atMost(), now));
            decide(action, event, before, now);
        }
    }

    private void decide(Action action, AlarmEvent event, Optional<Standing> before, Instant now) {
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
        boolean isTold = confirmBy != null && before.filter(Standing::isTold).isPresent();
        memory.put(new Standing(decided, Answer.NONE, true, isTold, confirmBy));
        outlet.publish(decided);
        outlet.count(DecisionOutcome.DECIDED);
        if (!isTold) {
            before.ifPresent(old -> clear(old, "was followed by another", now, event.source()));
        }
    }

    private void holdBack(Action action, AlarmEvent event, String why, Instant now) {
        memory.put(event.rule(), memory.window(event.rule()).heldBack(action.atMost(), event.ruleVersion(), now));
        outlet.tell(ActionAlarm.heldBack(event.rule(), event.ruleVersion())
                .is(
                        Severity.MAJOR,
                        action.name() + " for " + event.id() + " was held back: " + why,
                        now,
                        event.source()));
    }

    /** Handles a reply of the control system. */
    Verdict replied(ActionReply reply, Source source, Instant now) {
        due(now);
        // A key is the transition that decided: the alarm's id and a number.
        int end = reply.key().lastIndexOf('#');
        Standing standing =
                end < 0 ? null : memory.find(reply.key().substring(0, end)).orElse(null);
        if (standing == null || !standing.action().key().equals(reply.key())) {
            return Verdict.UNKNOWN;
        }
        boolean hasFailed = reply.outcome() == ActionOutcome.FAILED;
        if (standing.answer() == Answer.FINAL || (hasFailed && standing.answer() == Answer.FAILED)) {
            return Verdict.DUPLICATE;
        }
        if (hasFailed) {
            failed(standing, reply, source, now);
        } else {
            if (standing.stands()) {
                memory.put(standing.with(Answer.FINAL, false, null));
            } else {
                memory.forget(standing);
            }
            clear(
                    standing,
                    (reply.outcome() == ActionOutcome.DONE ? "is done: " : "was refused: ") + said(reply),
                    now,
                    source);
        }
        return Verdict.of(reply.outcome());
    }

    private void failed(Standing standing, ActionReply reply, Source source, Instant now) {
        if (standing.action().dryRun()) {
            memory.put(standing.with(Answer.FAILED, false, null));
            return;
        }
        memory.put(standing.with(Answer.FAILED, true, standing.stands() ? null : now.plus(GIVE_UP)));
        outlet.tell(ActionAlarm.undone(standing.action())
                .is(Severity.MAJOR, text(standing, "failed: " + said(reply)), now, source));
    }

    private static String said(ActionReply reply) {
        return reply.who() + (reply.reason() == null ? "" : ": " + reply.reason());
    }

    /** Handles everything that is due at {@code now}. */
    void due(Instant now) {
        for (String alarm : memory.dueAlarms(now)) {
            memory.find(alarm).ifPresent(standing -> due(standing, now));
        }
        for (String rule : memory.dueRules(now)) {
            ActionWindow window = memory.window(rule);
            Instant until = window.heldUntil() == null ? now : window.heldUntil();
            memory.put(rule, window.free());
            outlet.tell(ActionAlarm.heldBack(rule, window.ruleVersion())
                    .is(Severity.OK, "none was held back any more", until, null));
        }
    }

    private void due(Standing standing, Instant now) {
        Instant due = standing.due() == null ? now : standing.due();
        if (standing.isAwaited()) {
            Instant giveUp = standing.stands() ? null : due.plus(GIVE_UP);
            memory.put(standing.with(Answer.OVERDUE, true, giveUp));
            outlet.count(DecisionOutcome.UNCONFIRMED);
            outlet.tell(ActionAlarm.undone(standing.action())
                    .is(Severity.MAJOR, text(standing, "was not confirmed by " + due), due, null));
        } else {
            memory.forget(standing);
            clear(standing, "was not confirmed, and its alarm is long over", due, null);
        }
    }

    private void clear(Standing standing, String message, Instant time, @Nullable Source source) {
        if (standing.isTold()) {
            outlet.tell(ActionAlarm.undone(standing.action()).is(Severity.OK, text(standing, message), time, source));
        }
    }

    private static String text(Standing standing, String message) {
        return standing.action().action() + " for " + standing.alarm() + " " + message;
    }
}
