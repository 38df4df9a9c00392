package io.weir.standalone.ruletest;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ControlAction;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Something that is asked of the control system, or taken back; what is left out may be anything.
 *
 * @param arguments of which there may be others
 * @param at when it comes out
 */
record ExpectedAction(
        String alarm,
        ActionKind kind,
        Optional<String> name,
        SortedMap<String, String> arguments,
        Optional<Boolean> isDryRun,
        Optional<Duration> at) {

    boolean isMetBy(Tape.CameAction came) {
        ControlAction action = came.action();
        return alarm.equals(action.alarm())
                && kind == action.kind()
                && (name.isEmpty() || name.get().equals(action.action()))
                && action.arguments().entrySet().containsAll(arguments.entrySet())
                && (isDryRun.isEmpty() || isDryRun.get() == action.dryRun())
                && (at.isEmpty() || at.get().equals(came.at()));
    }

    @Override
    public String toString() {
        return Tape.CameAlarm.word(kind)
                + name.map(text -> " " + text).orElse("")
                + (arguments.isEmpty() ? "" : arguments.toString())
                + isDryRun.map(dry -> dry ? " dry-run" : " no dry-run").orElse("")
                + at.map(when -> " (to come at " + Seconds.show(when) + ")").orElse("");
    }
}
