package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.Level;
import io.weir.contract.rule.Levels;
import io.weir.contract.rule.Limit;
import io.weir.contract.rule.Recurrence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One level of an alarm rule, as it is asked per value. Immutable, may be shared by threads.
 *
 * @param forNanos how long values must be beyond it before it is raised
 * @param clearForNanos how long values must have reached its clear value before it is cleared
 * @param times how often values must be beyond it before it is raised; 1 for the first
 * @param withinNanos from the first of these times to the last, at most
 */
public record LevelPlan(
        Severity severity, Limit limit, long forNanos, long clearForNanos, int times, long withinNanos) {

    /** The levels of a rule, the lowest first. */
    public static List<LevelPlan> of(Levels levels) {
        List<LevelPlan> plans = new ArrayList<>();
        add(plans, Severity.MINOR, levels.minor(), levels);
        add(plans, Severity.MAJOR, levels.major(), levels);
        add(plans, Severity.INVALID, levels.invalid(), levels);
        return List.copyOf(plans);
    }

    private static void add(List<LevelPlan> plans, Severity severity, Optional<Level> level, Levels levels) {
        level.ifPresent(each -> plans.add(new LevelPlan(
                severity,
                (Limit) each,
                levels.forAtLeast().toNanos(),
                levels.clearFor().toNanos(),
                levels.times().map(Recurrence::times).orElse(1),
                levels.times().map(times -> times.within().toNanos()).orElse(0L))));
    }
}
