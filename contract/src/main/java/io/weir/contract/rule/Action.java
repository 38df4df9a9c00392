package io.weir.contract.rule;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the control system is asked to do when an alarm enters a state.
 *
 * @param name what is to be done, as the control system calls it
 * @param on the state
 * @param severity how bad the alarm must be at least
 * @param arguments by their names; their placeholders are {@code value}, {@code threshold}, {@code severity}, {@code rule},
 *     {@code alarm}, or a tag's key
 * @param atMost for all alarms of the rule together
 * @param isDryRun whether it is told, but not to be done
 * @param withdrawOn what takes it back; empty: nothing does
 * @param confirmWithin how long the control system may take to say what became of it; empty: that is not waited for
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

    /** The most characters of a name, of what is to be done or of an argument. */
    public static final int LONGEST_NAME = 200;

    /** What only messages know. */
    private static final String FIELD = "field";

    /** In which states an alarm asks for an action; in none of them it is hidden. */
    public enum On {
        /** Raised, whether somebody knows or not. */
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
                        "names {field}, which only messages know",
                        "write the field's name, which the rule says");
            }
        });
        if (severity == Severity.OK) {
            throw new Refusal(
                    "severity", "must be one of minor, major, invalid", "an alarm that is ok asks for nothing");
        }
        withdrawOn = List.copyOf(withdrawOn);
        if (new HashSet<>(withdrawOn).size() < withdrawOn.size()) {
            throw new Refusal("withdraw-on", "names one twice", "keep one of them");
        }
        if (on == On.ACKNOWLEDGED && withdrawOn.contains(WithdrawOn.ACKNOWLEDGED)) {
            throw new Refusal("withdraw-on", "would take it back by what asks for it", "leave acknowledged out");
        }
    }

    private static void requireName(String key, String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new Refusal(
                    key, "must name it with 1 to " + LONGEST_NAME + " characters, was " + Refusal.quote(name), "");
        }
    }

    /** Whether an alarm in this state and as bad as this asks for it. */
    public boolean isAskedFor(AlarmState state, Severity severityNow) {
        return on.isIn(state) && severityNow != Severity.OK && Severity.worse(severityNow, severity) == severityNow;
    }
}
