package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmCommand.Target;
import io.weir.contract.alarm.Operation;
import io.weir.contract.alarm.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Decides which alarms a command changes, or why it is refused. Pure. */
final class CommandDecider {

    /**
     * Allowed lead of an operator's clock. Commands are ordered by their own time, so one from the
     * future would override later ones.
     */
    private static final Duration AHEAD_AT_MOST = Duration.ofMinutes(1);

    /** Maximum age of a command. An older one refers to an outdated state of the farm. */
    private static final Duration OLD_AT_MOST = Duration.ofDays(1);

    /**
     * Allowed lag of an operator's clock for acknowledging an alarm that was just raised, if the
     * command does not name the transition that the operator saw.
     */
    private static final Duration LAG_AT_MOST = Duration.ofSeconds(5);

    private final Predicate<String> isKnownCommand;
    private final Function<Target, List<Alarm>> alarms;
    private final int mostAtOnce;

    /**
     * The decision on a command.
     *
     * @param reason why the command is refused or done only in part; null if it is done
     * @param transitions empty if it is refused
     */
    record Verdict(Outcome outcome, @Nullable String reason, List<Transition> transitions) {

        private static Verdict refused(Outcome outcome, String reason) {
            return new Verdict(outcome, reason, List.of());
        }
    }

    /** @param mostAtOnce limit of alarms that one command changes */
    CommandDecider(Predicate<String> isKnownCommand, Function<Target, List<Alarm>> alarms, int mostAtOnce) {
        this.isKnownCommand = isKnownCommand;
        this.alarms = alarms;
        this.mostAtOnce = mostAtOnce;
    }

    /**
     * Decides on a command. The command changes those of its alarms that allow it, and is refused
     * if none does.
     */
    Verdict decide(AlarmCommand command, Cause cause, Instant now) {
        if (command.user().isEmpty()) {
            return Verdict.refused(Outcome.NO_USER, "user: is missing; set it to the operator's name");
        }
        if (isKnownCommand.test(command.id())) {
            return Verdict.refused(Outcome.DUPLICATE, "id: another command has this id; it has its own reply");
        }
        if (command.time().isAfter(now.plus(AHEAD_AT_MOST))) {
            return Verdict.refused(
                    Outcome.OUT_OF_ORDER,
                    "time: " + command.time() + " is ahead of alarming's clock, which shows " + now
                            + "; set the clock");
        }
        if (command.time().isBefore(now.minus(OLD_AT_MOST))) {
            return Verdict.refused(
                    Outcome.OUT_OF_ORDER,
                    "time: " + command.time() + " is more than a day before alarming's clock, which shows " + now
                            + "; send the command again");
        }
        if (command.expiry() != null && !command.expiry().isAfter(now)) {
            return Verdict.refused(Outcome.NOT_POSSIBLE, "expiry: " + command.expiry() + " is in the past");
        }
        List<Alarm> targeted = alarms.apply(command.target());
        if (targeted.isEmpty()) {
            return Verdict.refused(Outcome.UNKNOWN_ALARM, unknown(command.target()));
        }
        List<Alarm> inOrder =
                targeted.stream().filter(alarm -> isInOrder(alarm, command)).toList();
        if (inOrder.isEmpty()) {
            return Verdict.refused(Outcome.OUT_OF_ORDER, outOfOrder(targeted, command));
        }
        List<Transition> transitions = inOrder.stream()
                .flatMap(alarm -> alarm.on(command).map(after -> new Transition(alarm, after, cause)).stream())
                .toList();
        if (transitions.isEmpty()) {
            return Verdict.refused(Outcome.NOT_POSSIBLE, notPossible(inOrder, command));
        }
        return transitions.size() <= mostAtOnce
                ? new Verdict(Outcome.DONE, null, transitions)
                : new Verdict(
                        Outcome.DONE,
                        "of " + transitions.size() + " alarms; send the command again for the others",
                        some(transitions, command));
    }

    /**
     * Selects the transitions of a command that exceeds the limit. Alarms that change state come
     * first, then those whose last command, or for a comment the last comment, is oldest. The same
     * command sent again therefore continues with the others.
     */
    private List<Transition> some(List<Transition> transitions, AlarmCommand command) {
        Function<Alarm, Instant> last = isComment(command) ? Alarm::lastComment : Alarm::lastCommand;
        return transitions.stream()
                .sorted(Comparator.comparing((Transition each) ->
                                each.before().state() == each.after().state())
                        .thenComparing(each -> last.apply(each.before())))
                .limit(mostAtOnce)
                .toList();
    }

    /**
     * Returns whether the alarm had no raise and obeyed no command after the operator decided. A
     * command that names the last seen transition needs no correct clock. A comment is valid
     * whatever followed: it changes nothing, and its text must not be lost.
     */
    private static boolean isInOrder(Alarm alarm, AlarmCommand command) {
        OptionalLong known = command.known();
        if (isComment(command)) {
            return known.orElse(0) <= alarm.transitions();
        }
        return known.isPresent()
                ? known.getAsLong() >= alarm.lastNews() && known.getAsLong() <= alarm.transitions()
                : !command.time().isBefore(obeysFrom(alarm, command));
    }

    private static boolean isComment(AlarmCommand command) {
        return command.operation() == Operation.COMMENT;
    }

    /**
     * Returns the earliest valid time of a command. Operators cannot acknowledge an alarm before
     * they could see it.
     */
    private static Instant obeysFrom(Alarm alarm, AlarmCommand command) {
        Instant seen = alarm.lastRaise().minus(LAG_AT_MOST);
        boolean isRaisedLater =
                command.operation() == Operation.ACKNOWLEDGE && alarm.isUnseen() && seen.isAfter(alarm.lastCommand());
        return isRaisedLater ? seen : alarm.lastCommand();
    }

    private String unknown(Target target) {
        if (target.withAllBelow()) {
            return "no alarm is known at or below " + target.path();
        }
        int below = alarms.apply(new Target(target.path(), true)).size();
        return "no alarm is known as " + target.path()
                + (below == 0 ? "" : "; there are " + below + " below it: name it as subtree");
    }

    private static String outOfOrder(List<Alarm> targeted, AlarmCommand command) {
        Alarm alarm = targeted.get(0);
        if (command.known().isPresent()) {
            return "transition: " + command.transition()
                    + (command.known().getAsLong() > alarm.transitions()
                            ? " does not exist; the last one is #" + alarm.transitions()
                            : " is outdated; a raise or a command followed with #" + alarm.lastNews());
        }
        Instant from = obeysFrom(alarm, command);
        return "time: " + command.time() + " is before "
                + (from.equals(alarm.lastCommand())
                        ? "the last command for " + alarm.id() + ", of " + from
                        : alarm.id() + " was raised, at " + alarm.lastRaise() + " by alarming's clock");
    }

    private static String notPossible(List<Alarm> targeted, AlarmCommand command) {
        Alarm alarm = targeted.get(0);
        Alarm.CommandDetails details = alarm.commandDetails();
        return (targeted.size() == 1 ? "" : "none of " + targeted.size() + " alarms allows the command; ")
                + alarm.id() + " is " + alarm.state() + " since " + alarm.since()
                + (details == null ? "" : " (" + details.user() + ")") + ": " + command.operation()
                + " is not possible";
    }
}
