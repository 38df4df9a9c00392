package io.weir.dashboard.view;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Direction;
import java.util.Optional;

/**
 * The limit beyond which a value is displayed as trouble. It only affects the display; rules define
 * alarms.
 */
public record Threshold(Direction direction, double value) {

    static final Threshold NONE = new Threshold(Direction.ABOVE, 0);

    static Threshold read(YamlSection in) {
        Optional<Double> above = in.number("above", "upper limit").optional();
        Optional<Double> below = in.number("below", "lower limit").optional();
        if (in.has("above") == in.has("below")) {
            throw new Refusal("must have one of above and below", "such as {above: 90}");
        }
        return above.map(value -> new Threshold(Direction.ABOVE, value))
                .orElseGet(() -> new Threshold(Direction.BELOW, below.orElse(0.0)));
    }

    boolean isBeyond(Threshold other) {
        return direction == other.direction
                && (direction == Direction.ABOVE ? value > other.value : value < other.value);
    }
}
