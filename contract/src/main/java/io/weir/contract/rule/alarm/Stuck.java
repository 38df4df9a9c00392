package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import java.time.Duration;

/**
 * A level of values that do not change: raised by a value that equals all values of the given time
 * before it, cleared by a different one.
 *
 * @param time more than zero
 */
public record Stuck(Duration time) implements Level {

    public Stuck {
        if (time.isZero() || time.isNegative()) {
            throw new Refusal("stuck", "must be more than zero", "");
        }
    }

    @Override
    public boolean isMetByOne() {
        return false;
    }
}
