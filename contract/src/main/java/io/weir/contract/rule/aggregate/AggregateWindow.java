package io.weir.contract.rule.aggregate;

import io.weir.contract.alarm.FarmState;
import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a window of an aggregation lasts.
 *
 * @param length zero if the window is of a state
 * @param state the name in the state of the farm for which the window lasts: as long as its value is
 *     the same
 */
public record AggregateWindow(Duration length, Optional<String> state) {

    public AggregateWindow {
        state.flatMap(FarmState::mistakeOfName).ifPresent(wrong -> {
            throw new Refusal("state", wrong, "such as run");
        });
    }

    /** A window of this length. */
    public static AggregateWindow of(Duration length) {
        return new AggregateWindow(length, Optional.empty());
    }

    static AggregateWindow read(YamlSection section) {
        return new AggregateWindow(
                Duration.ZERO,
                Optional.of(section.text("state", "name in the farm state; each of its values has a window")
                        .required()));
    }

    /** Whether the window lasts as long as a value of the farm. */
    public boolean isOfState() {
        return state.isPresent();
    }

    /** The window in names of results, such as {@code 1s} or {@code run}. */
    String spelling() {
        return state.orElseGet(() -> Durations.format(length));
    }
}
