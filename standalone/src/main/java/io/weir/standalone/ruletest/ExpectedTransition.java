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

    boolean isMetBy(RecordedOutput.OutputAlarm actual) {
        return id.equals(actual.event().id())
                && to == actual.event().to()
                && (from.isEmpty() || from.get() == actual.event().from())
                && (severity.isEmpty() || severity.get() == actual.event().severity())
                && (at.isEmpty() || at.get().equals(actual.at()))
                && (time.isEmpty() || time.get().equals(actual.time()))
                && (value.isEmpty() || value.get().equals(actual.event().value()))
                && (message.isEmpty() || message.get().equals(actual.event().message()))
                && (chattering.isEmpty() || chattering.get() == (actual.event().chattering() != null))
                && (flips.isEmpty() || flips.get().equals(actual.event().flips()))
                && (escalated.isEmpty() || escalated.get() == (actual.event().escalated() != null))
                && (suppressedBy.isEmpty()
                        || suppressedBy.get().equals(actual.event().suppressedBy()));
    }

    @Override
    public String toString() {
        return from.map(state -> RecordedOutput.OutputAlarm.word(state) + " > ").orElse("")
                + RecordedOutput.OutputAlarm.word(to)
                + severity.map(level -> " " + RecordedOutput.OutputAlarm.word(level))
                        .orElse("")
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
