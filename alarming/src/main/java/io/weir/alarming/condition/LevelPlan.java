package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One level of an alarm rule, compiled for evaluation. Immutable, may be shared by threads.
 *
 * @param trigger supplies the trigger of a series
 * @param forNanos how long the trigger must be met before the level is raised
 * @param clearForNanos how long the trigger must be back before the level is cleared
 * @param spanNanos how far back in time the trigger needs values
 * @param isNumeric whether the level accepts only numbers
 * @param followsNewest whether the newest value that is beyond the level, or back, decides, without
 *     delay and regardless of values between the limits
 * @param mostTimes how many times of values the trigger may keep
 */
public record LevelPlan(
        Severity severity,
        Supplier<Trigger> trigger,
        long forNanos,
        long clearForNanos,
        long spanNanos,
        boolean isNumeric,
        boolean followsNewest,
        int mostTimes) {

    /** Heap bytes of a level, its plan and its trigger without times. */
    private static final int OWN_BYTES = 280;

    /** Heap bytes of the value that a waiting level keeps. */
    private static final int NUMBER_BYTES = 72;

    private static final int TEXT_BYTES = NUMBER_BYTES + Reading.LONGEST_TEXT;

    /** Estimated heap bytes of the plan and the state of a level, with all times that its trigger may keep. */
    long bytes() {
        return OWN_BYTES + (isNumeric ? NUMBER_BYTES : TEXT_BYTES) + (long) Long.BYTES * mostTimes;
    }

    /** Returns the levels of a rule, the lowest first. */
    public static List<LevelPlan> of(Levels levels) {
        List<LevelPlan> plans = new ArrayList<>();
        levels.minor().ifPresent(level -> plans.add(of(Severity.MINOR, level, levels)));
        levels.major().ifPresent(level -> plans.add(of(Severity.MAJOR, level, levels)));
        levels.invalid().ifPresent(level -> plans.add(of(Severity.INVALID, level, levels)));
        return List.copyOf(plans);
    }

    private static LevelPlan of(Severity severity, Level level, Levels levels) {
        Optional<Recurrence> times = levels.times().filter(any -> level.isMetByOne());
        Duration delay = level.isMetByOne() ? levels.forAtLeast() : Duration.ZERO;
        return new LevelPlan(
                severity,
                trigger(level, times),
                delay.toNanos(),
                levels.clearFor().toNanos(),
                span(level, times).toNanos(),
                level instanceof Limit,
                level.isMetByOne() && delay.isZero() && levels.clearFor().isZero(),
                mostTimes(level, times));
    }

    private static int mostTimes(Level level, Optional<Recurrence> times) {
        return level instanceof Flapping flapping
                ? flapping.changes().times()
                : times.map(recurrence -> 2 * recurrence.times()).orElse(0);
    }

    private static Supplier<Trigger> trigger(Level level, Optional<Recurrence> times) {
        if (level instanceof Stuck stuck) {
            return () -> new StuckTrigger(stuck);
        }
        if (level instanceof Flapping flapping) {
            return () -> new FlappingTrigger(flapping);
        }
        Trigger byOne = level instanceof Limit limit ? new LimitTrigger(limit) : new StateTrigger((States) level);
        return times.isEmpty() ? () -> byOne : () -> new CountTrigger(byOne, level, times.get());
    }

    private static Duration span(Level level, Optional<Recurrence> times) {
        if (level instanceof Stuck stuck) {
            return stuck.time();
        }
        return level instanceof Flapping flapping
                ? flapping.changes().within()
                : times.map(Recurrence::within).orElse(Duration.ZERO);
    }
}
