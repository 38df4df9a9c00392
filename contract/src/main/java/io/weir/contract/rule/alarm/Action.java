package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.config.Refusal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request to the control system when an alarm enters a state.
 *
 * @param name the action's name in the control system
 * @param on the state
 * @param severity the minimum severity of the alarm
 * @param arguments by their names; their placeholders are {@code value}, {@code threshold},
 *     {@code severity}, {@code rule}, {@code alarm}, or a tag's key
 * @param atMost the limit for all alarms of the rule together
 * @param isDryRun whether the action is only announced and must not be done
 * @param withdrawOn the events that withdraw it; empty: none
 * @param confirmWithin the time within which the control system must reply; empty: no reply is
 *     expected
 */
public record Action(
        String name,
        On on,
        Severity severity,
        SortedMap<String, MessageTemplate> arguments,
        ActionLimit atMost,
        boolean isDryRun,
        List<WithdrawOn> withdrawOn,
        Optional<Duration> confirmWithin) {

    /** The maximum length of an action's name, an argument's name or an argument, in characters. */
    public static final int LONGEST_NAME = 200;

    /** A placeholder that only messages have. */
    private static final String FIELD = "field";

    /** The states in which an alarm requests an action; a hidden alarm is in none of them. */
    public enum On {
        /** Raised, acknowledged or not. */
        RAISED,
        UNACKNOWLEDGED,
        ACKNOWLEDGED;

        private boolean isIn(AlarmState state) {
            return switch (this) {
                case RAISED -> state == AlarmState.UNACKNOWLEDGED || state == AlarmState.ACKNOWLEDGED;
                case UNACKNOWLEDGED -> state == AlarmState.UNACKNOWLEDGED;
                case ACKNOWLEDGED -> state == AlarmState.ACKNOWLEDGED;
            };
        }
    }

    public Action {
        requireName("do", name);
        arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
        arguments.forEach((argument, template) -> {
            requireName("arguments", argument);
            if (template.placeholders().contains(FIELD)) {
                throw new Refusal(
                        "arguments." + argument,
                        "names {field}, which only messages may use",
                        "write the name of the rule's field instead");
            }
        });
        if (severity == Severity.OK) {
            throw new Refusal(
                    "severity", "must be one of minor, major, invalid", "an alarm that is ok requests no action");
        }
        withdrawOn = List.copyOf(withdrawOn);
        if (new HashSet<>(withdrawOn).size() < withdrawOn.size()) {
            throw new Refusal("withdraw-on", "names one twice", "keep one of them");
        }
        if (on == On.ACKNOWLEDGED && withdrawOn.contains(WithdrawOn.ACKNOWLEDGED)) {
            throw new Refusal(
                    "withdraw-on", "would withdraw the action in the state that requests it", "remove acknowledged");
        }
    }

    private static void requireName(String key, String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new Refusal(key, "must have 1 to " + LONGEST_NAME + " characters, was " + Refusal.quote(name), "");
        }
    }

    /** Whether an alarm with this state and severity requests the action. */
    public boolean isAskedFor(AlarmState state, Severity severityNow) {
        return on.isIn(state) && severityNow != Severity.OK && Severity.worse(severityNow, severity) == severityNow;
    }
}
