package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.Optional;

/**
 * The escalation of an alarm that is not acknowledged.
 *
 * @param after the time since it became unacknowledged; more than zero
 * @param to its minimum severity from then on; minor or major
 */
public record Escalation(Duration after, Severity to) {

    private static final Escalation STAND_IN = new Escalation(Duration.ofMinutes(10), Severity.MAJOR);

    public Escalation {
        if (after.isZero() || after.isNegative()) {
            throw new Refusal("after", "must be more than zero", "");
        }
        if (to != Severity.MINOR && to != Severity.MAJOR) {
            throw new Refusal(
                    "to", "must be minor or major", "an alarm that nobody acknowledges gets more severe, not less");
        }
    }

    static Optional<Escalation> read(YamlSection section) {
        return section.nested("escalate", STAND_IN, Escalation::of, "escalation of an alarm that nobody acknowledges")
                .optional();
    }

    private static Escalation of(YamlSection section) {
        Duration after = section.duration(
                        "after", Duration.ofMillis(1), "time after which an unacknowledged alarm escalates")
                .required();
        Severity to = section.choice("to", Severity.class, "least severity after the escalation")
                .or(Severity.MAJOR);
        return new Escalation(after, to);
    }
}
