package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;

/**
 * A level of values that are always the same: raised by one that is the same as all of so long before it, cleared by another.
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
