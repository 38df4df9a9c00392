package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import java.time.Duration;

/** The condition for suppressing a value in a feed. */
public sealed interface SuppressMode {

    /** The value is spelled like the feed's last value of its series and field. */
    record Change() implements SuppressMode {}

    /**
     * The distance to the feed's last value is within the wider of two bands.
     *
     * @param absolute in the field's unit; 0 for none
     * @param relative a share of the last value's magnitude, below 1; 0 for none
     */
    record Deadband(double absolute, double relative) implements SuppressMode {
        public Deadband {
            if (absolute < 0) {
                throw new Refusal("absolute", "must not be negative, was " + absolute, "");
            }
            if (!(relative >= 0 && relative < 1)) {
                throw new Refusal("relative", "must be a share below 1, was " + relative, "such as 0.01 or 1%");
            }
            if (absolute == 0 && relative == 0) {
                throw new Refusal(
                        "mode", "needs absolute or relative, or both", "such as {mode: deadband, absolute: 0.2}");
            }
        }
    }

    /**
     * The feed received a value less than this ago, in event time.
     *
     * @param every above zero
     */
    record AtMost(Duration every) implements SuppressMode {
        public AtMost {
            if (every.toMillis() <= 0) {
                throw new Refusal("every", "must be at least 1ms", "");
            }
        }
    }
}
