package io.weir.contract.rule.alarm;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import java.time.Duration;

/**
 * The limit on the actions of a rule.
 *
 * @param n from 1 to {@value #MOST}; the times of all of them are stored
 * @param within the time; more than zero
 */
public record ActionLimit(int n, Duration within) {
    public static final int MOST = 1_000;

    /**
     * Applies if the rule sets no limit: automation must stop by default if everything fails
     * together.
     */
    public static final ActionLimit DEFAULT = new ActionLimit(10, Duration.ofMinutes(1));

    public ActionLimit {
        if (n < 1 || n > MOST) {
            throw new Refusal("n", "must be 1 to " + MOST + ", was " + n, "");
        }
        if (within.isZero() || within.isNegative()) {
            throw new Refusal("within", "must be more than zero", "");
        }
    }

    /** {@code 10 within 1m}. */
    @Override
    public String toString() {
        return n + " within " + Durations.format(within);
    }
}
