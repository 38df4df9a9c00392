package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records the changes of a condition, such as {@code MAJOR 97.0/95.0 at 10}; times in seconds. */
final class Changes implements ConditionListener {

    static final long SECOND = 1_000_000_000;

    private final List<String> changes = new ArrayList<>();

    static List<LevelPlan> above(double minor, double minorClear, double major, double majorClear, int delaySeconds) {
        return plans(
                Optional.of(Limit.above(minor, minorClear)), Optional.of(Limit.above(major, majorClear)), delaySeconds);
    }

    static List<LevelPlan> plans(Optional<Level> minor, Optional<Level> major, int delaySeconds) {
        return LevelPlan.of(new Levels(
                minor, major, Optional.empty(), Duration.ofSeconds(delaySeconds), Duration.ZERO, Optional.empty()));
    }

    static Reading number(double value) {
        Reading reading = new Reading();
        reading.showNumber(value);
        return reading;
    }

    static Reading text(String value) {
        byte[] utf8 = value.getBytes(UTF_8);
        Reading reading = new Reading();
        reading.showText(utf8, 0, utf8.length);
        return reading;
    }

    @Override
    public void changed(Severity severity, Reading value, double limit, long eventNanos) {
        String shown = value.isNumber() ? Double.toString(value.number()) : value.toString();
        changes.add(severity + " " + shown + "/" + limit + " at " + eventNanos / SECOND);
    }

    /** Returns the changes since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }
}
