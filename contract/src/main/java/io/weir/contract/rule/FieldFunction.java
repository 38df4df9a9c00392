package io.weir.contract.rule;

import io.weir.contract.yaml.Durations;
import io.weir.contract.yaml.Refusal;
import java.time.Duration;

/** What is derived from the values of one field of a series as they follow each other. */
public sealed interface FieldFunction {

    /** Counters that start over at zero behind this many bits, or 0 for those that do not. */
    int NEVER_WRAPS = 0;

    /** How the result's name ends unless the rule says otherwise. */
    String suffix();

    /** Names what must be remembered of earlier values: functions of the same text can go on with each other's. */
    String memory();

    /**
     * How fast a counter grows.
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
            return "steps";
        }
    }

    /**
     * By how much a counter grew.
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
            return "steps";
        }
    }

    /** Each value minus the one before it. */
    record Difference() implements FieldFunction {
        @Override
        public String suffix() {
            return "difference";
        }

        @Override
        public String memory() {
            return "steps";
        }
    }

    /** The seconds since the value last changed. */
    record SinceChange() implements FieldFunction {
        @Override
        public String suffix() {
            return "since_change";
        }

        @Override
        public String memory() {
            return "change";
        }
    }

    /**
     * The slope of the line through the latest values.
     *
     * @param over how far back they go; at least a second
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
            return "line over " + over.toMillis();
        }
    }

    /**
     * The seconds until the line through the latest values is beyond a limit.
     *
     * @param over how far back they go; at least a second
     * @param beyond which side of the limit
     */
    record TimeUntil(Duration over, Level.Direction beyond, double limit) implements FieldFunction {
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
            return "line over " + over.toMillis();
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
            throw new Refusal(
                    "wraps", "must be 32 or 64, was " + wraps, "leave it out for a counter that does not wrap");
        }
    }
}
