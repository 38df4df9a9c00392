package io.weir.standalone.ruletest;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.time.Duration;
import java.util.Optional;

/**
 * One transition of an alarm; an omitted property matches any value.
 *
 * @param at when it is written
 * @param time when it happens, by the metric's clock
 */
record ExpectedTransition(
        String id,
        AlarmState to,
        Optional<AlarmState> from,
        Optional<Severity> severity,
        Optional<Duration> at,
        Optional<Duration> time,
        Optional<Double> value,
        Optional<String> message,
        Optional<Boolean> chattering,
        Optional<Long> flips,
        Optional<Boolean> escalated,
        Optional<String> suppressedBy) {

    boolean isMetBy(Tape.CameAlarm came) {
        return id.equals(came.event().id())
                && to == came.event().to()
                && (from.isEmpty() || from.get() == came.event().from())
                && (severity.isEmpty() || severity.get() == came.event().severity())
                && (at.isEmpty() || at.get().equals(came.at()))
                && (time.isEmpty() || time.get().equals(came.time()))
                && (value.isEmpty() || value.get().equals(came.event().value()))
                && (message.isEmpty() || message.get().equals(came.event().message()))
                && (chattering.isEmpty() || chattering.get() == (came.event().chattering() != null))
                && (flips.isEmpty() || flips.get().equals(came.event().flips()))
                && (escalated.isEmpty() || escalated.get() == (came.event().escalated() != null))
                && (suppressedBy.isEmpty()
                        || suppressedBy.get().equals(came.event().suppressedBy()));
    }

    @Override
    public String toString() {
        return from.map(state -> Tape.CameAlarm.word(state) + " > ").orElse("")
                + Tape.CameAlarm.word(to)
                + severity.map(level -> " " + Tape.CameAlarm.word(level)).orElse("")
                + value.map(number -> " value=" + number).orElse("")
                + message.map(text -> " \"" + text + '"').orElse("")
                + (chattering.orElse(false) ? " chattering" : "")
                + flips.map(count -> " flips=" + count).orElse("")
                + (escalated.orElse(false) ? " escalated" : "")
                + suppressedBy.map(mask -> " by " + mask).orElse("")
                + time.map(when -> " at " + Seconds.show(when)).orElse("")
                + at.map(when -> " (to come at " + Seconds.show(when) + ")").orElse("");
    }
}
