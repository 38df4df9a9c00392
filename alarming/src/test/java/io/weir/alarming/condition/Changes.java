package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.Level;
import io.weir.contract.rule.Level.Direction;
import io.weir.contract.rule.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes down what a condition says, such as {@code MAJOR 97.0/95.0 at 10}; times in seconds. */
final class Changes implements ConditionListener {

    static final long SECOND = 1_000_000_000;

    private final List<String> changes = new ArrayList<>();

    static Thresholds above(double minor, double minorClear, double major, double majorClear, int delaySeconds) {
        return thresholds(
                Optional.of(new Level(Direction.ABOVE, minor, minorClear)),
                Optional.of(new Level(Direction.ABOVE, major, majorClear)),
                delaySeconds);
    }

    static Thresholds thresholds(Optional<Level> minor, Optional<Level> major, int delaySeconds) {
        return Thresholds.of(new AlarmRule(
                "rule",
                Match.ALL,
                "value",
                List.of(),
                minor,
                major,
                Duration.ofSeconds(delaySeconds),
                AlarmRule.DEFAULT_MESSAGE,
                "",
                false));
    }

    @Override
    public void changed(Severity severity, double value, double limit, long eventNanos) {
        changes.add(severity + " " + value + "/" + limit + " at " + eventNanos / SECOND);
    }

    /** What was said since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }
}
