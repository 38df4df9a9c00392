package io.weir.contract.rule.metric;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Direction;
import java.time.Duration;
import java.util.Locale;

/** A function of the successive values of one field of a series. */
public sealed interface FieldFunction {

    /** The width of counters that do not wrap; others wrap to zero after this many bits. */
    int NEVER_WRAPS = 0;

    /** The default suffix of the result's name. */
    String suffix();

    /**
     * Identifies the stored state: functions with the same text can continue with each other's
     * state. Ends with the version of the state's layout, so that an older layout is dropped.
     */
    String memory();

    /**
     * The rate of a counter.
     *
     * @param per the unit of time, above zero
     * @param wraps 32 or 64, or {@link #NEVER_WRAPS}
     */
    record Rate(Duration per, int wraps) implements FieldFunction {
        public Rate {
            requirePositive("per", per);
            requireBits(wraps);
        }

        @Override
        public String suffix() {
            return "rate";
        }

        @Override
        public String memory() {
            return "steps/2";
        }
    }

    /**
     * The increase of a counter.
     *
     * @param wraps 32 or 64, or {@link #NEVER_WRAPS}
     */
    record Increment(int wraps) implements FieldFunction {
        public Increment {
            requireBits(wraps);
        }

        @Override
        public String suffix() {
            return "increment";
        }

        @Override
        public String memory() {
            return "steps/2";
        }
    }

    /** Each value minus the previous one. */
    record Difference() implements FieldFunction {
        @Override
        public String suffix() {
            return "difference";
        }

        @Override
        public String memory() {
            return "steps/2";
        }
    }

    /** The seconds since the last change of the value. */
    record SinceChange() implements FieldFunction {
        @Override
        public String suffix() {
            return "since_change";
        }

        @Override
        public String memory() {
            return "change/2";
        }
    }

    /**
     * The slope of the line through the latest values.
     *
     * @param over the time that they cover; at least a second
     * @param per the unit of time, above zero
     */
    record Trend(Duration over, Duration per) implements FieldFunction {
        public Trend {
            requireOver(over);
            requirePositive("per", per);
        }

        @Override
        public String suffix() {
            return "trend";
        }

        @Override
        public String memory() {
            return "line over " + over.toMillis() + "/2";
        }
    }

    /**
     * The seconds until the line through the latest values passes a limit.
     *
     * @param over the time that they cover; at least a second
     * @param beyond which side of the limit
     */
    record TimeUntil(Duration over, Direction beyond, double limit) implements FieldFunction {
        public TimeUntil {
            requireOver(over);
            if (!Double.isFinite(limit)) {
                throw new Refusal("the limit must be a finite number, was " + limit, "");
            }
        }

        @Override
        public String suffix() {
            return "time_until";
        }

        @Override
        public String memory() {
            return "line over " + over.toMillis() + "/2";
        }
    }

    /**
     * The exponentially weighted moving average.
     *
     * @param over the time in which a value's weight halves; at least a second
     * @param isScore whether the result is the distance of a value from the average of those before
     *     it, in standard deviations
     */
    record MovingAverage(Duration over, boolean isScore) implements FieldFunction {
        public MovingAverage {
            requireOver(over);
        }

        @Override
        public String suffix() {
            return isScore ? "z_score" : "ewma";
        }

        @Override
        public String memory() {
            return "average over " + over.toMillis() + "/1";
        }
    }

    /** How the value that a field had some time ago becomes the result. */
    enum Since {
        /** It is the result. */
        LAG,
        /** The result is the latest value minus it. */
        DELTA,
        /** The result is this difference in percent of it. */
        CHANGE
    }

    /**
     * A result from the value that the field had some time ago.
     *
     * @param over how old that value is at least; at least a second
     */
    record Lagged(Duration over, Since result) implements FieldFunction {
        public Lagged {
            requireOver(over);
        }

        @Override
        public String suffix() {
            return result.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String memory() {
            return "lag of " + over.toMillis() + "/1";
        }
    }

    private static void requirePositive(String key, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new Refusal(key, "must be at least 1ms, was " + Durations.format(duration), "");
        }
    }

    private static void requireOver(Duration over) {
        if (over.toSeconds() < 1) {
            throw new Refusal("over", "must be at least 1s, was " + Durations.format(over), "");
        }
    }

    private static void requireBits(int wraps) {
        if (wraps != NEVER_WRAPS && wraps != 32 && wraps != 64) {
            throw new Refusal("wraps", "must be 32 or 64, was " + wraps, "remove it for a counter that does not wrap");
        }
    }
}
