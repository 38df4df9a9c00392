package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.Level;
import org.jspecify.annotations.Nullable;

/** The levels of an alarm rule, as they are asked per value. Immutable, may be shared by threads. */
public final class Thresholds {

    private final @Nullable Level minor;
    private final @Nullable Level major;
    private final Level lowest;
    private final long delayNanos;

    private Thresholds(@Nullable Level minor, @Nullable Level major, Level lowest, long delayNanos) {
        this.minor = minor;
        this.major = major;
        this.lowest = lowest;
        this.delayNanos = delayNanos;
    }

    /** Those of a rule, which has one level at least. */
    public static Thresholds of(AlarmRule rule) {
        Level lowest = rule.minor().or(rule::major).orElseThrow();
        return new Thresholds(
                rule.minor().orElse(null),
                rule.major().orElse(null),
                lowest,
                rule.forAtLeast().toNanos());
    }

    /** How long a value must be beyond a threshold before the level is raised. */
    long delayNanos() {
        return delayNanos;
    }

    /** Is the value beyond the threshold of this level? Never of a level that the rule does not have. */
    boolean isBeyond(Severity severity, double value) {
        Level level = severity == Severity.MAJOR ? major : minor;
        return level != null && level.raises(value);
    }

    /** What a value leaves of a raised severity: the highest level, up to that one, whose clear value is not reached. */
    Severity held(Severity raised, double value) {
        if (raised == Severity.MAJOR && major != null && !major.clears(value)) {
            return Severity.MAJOR;
        }
        return raised != Severity.OK && minor != null && !minor.clears(value) ? Severity.MINOR : Severity.OK;
    }

    /** The limit behind a severity: the threshold of the level or, for OK, the last clear value on the way back. */
    double limit(Severity severity) {
        if (severity == Severity.MAJOR && major != null) {
            return major.threshold();
        }
        return severity == Severity.OK ? lowest.clear() : lowest.threshold();
    }
}
