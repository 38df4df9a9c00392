package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;

/**
 * A number of events within a time.
 *
 * @param times from 2 to {@value #MOST}; the times of all of them are stored
 * @param within the longest time from the first to the last event; more than zero
 */
public record Recurrence(int times, Duration within) {
    public static final int MOST = 100;

    public Recurrence {
        if (times < 2 || times > MOST) {
            throw new Refusal("must be 2 to " + MOST + " times, was " + times, "");
        }
        if (within.isZero() || within.isNegative()) {
            throw new Refusal("within", "must be more than zero", "");
        }
    }

    static Duration within(YamlSection section) {
        return section.duration("within", Duration.ofMillis(1), "period in which they are counted")
                .required();
    }
}
