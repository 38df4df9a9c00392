package io.weir.standalone.ruletest;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ControlAction;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;

/**
 * An action that alarming requests or withdraws; an omitted property matches any value.
 *
 * @param arguments those that it must have; others are allowed
 * @param at when it is written
 */
record ExpectedAction(
        String alarm,
        ActionKind kind,
        Optional<String> name,
        SortedMap<String, String> arguments,
        Optional<Boolean> isDryRun,
        Optional<Duration> at) {

    boolean isMetBy(RecordedOutput.OutputAction actual) {
        ControlAction action = actual.action();
        return alarm.equals(action.alarm())
                && kind == action.kind()
                && (name.isEmpty() || name.get().equals(action.action()))
                && action.arguments().entrySet().containsAll(arguments.entrySet())
                && (isDryRun.isEmpty() || isDryRun.get() == action.dryRun())
                && (at.isEmpty() || at.get().equals(actual.at()));
    }

    @Override
    public String toString() {
        return RecordedOutput.OutputAlarm.word(kind)
                + name.map(text -> " " + text).orElse("")
                + (arguments.isEmpty() ? "" : arguments.toString())
                + isDryRun.map(dry -> dry ? " dry-run" : " no dry-run").orElse("")
                + at.map(when -> " (to come at " + Seconds.show(when) + ")").orElse("");
    }
}
