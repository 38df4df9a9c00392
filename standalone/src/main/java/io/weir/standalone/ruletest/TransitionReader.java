package io.weir.standalone.ruletest;

import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.config.YamlSection;
import java.time.Duration;

/** Reads one expected transition of an alarm. */
final class TransitionReader {
    private static final Duration NO_TIME = Duration.ZERO;

    private TransitionReader() {}

    static ExpectedTransition read(YamlSection section) {
        return new ExpectedTransition(
                section.text("id", "id of the alarm").required(),
                section.choice("to", AlarmState.class, "the new state").required(),
                section.choice("from", AlarmState.class, "the state before").optional(),
                section.choice("severity", Severity.class, "the new severity").optional(),
                section.duration("at", NO_TIME, "when it is written").optional(),
                section.duration("time", NO_TIME, "when it happens, by the metric's clock")
                        .optional(),
                section.number("value", "the metric's value").optional(),
                section.text("message", "the message to operators").optional(),
                section.flag("chattering", "whether it is chattering").optional(),
                section.longInteger("flips", 0, Long.MAX_VALUE, "how often it was raised while it chattered")
                        .optional(),
                section.flag("escalated", "whether it is more severe because nobody acknowledged it")
                        .optional(),
                section.text("suppressed-by", "the rule that masks it").optional());
    }
}
