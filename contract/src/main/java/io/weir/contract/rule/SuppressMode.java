package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;

/** When a feed can do without a value. */
public sealed interface SuppressMode {

    /** When it is spelled like the last one that the feed got of its series and field. */
    record Change() implements SuppressMode {}

    /**
     * When it is no further from that one than the wider of two bands.
     *
     * @param absolute in the field's unit; 0 for none
     * @param relative a share of the last one's magnitude, below 1; 0 for none
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
     * When the feed got one less than this ago, in the time of the series.
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
