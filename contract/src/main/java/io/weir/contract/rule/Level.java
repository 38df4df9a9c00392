package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.Locale;

/**
 * A threshold with hysteresis: raised beyond {@code threshold}, cleared once back at {@code clear}.
 *
 * @param threshold itself does not raise
 * @param clear itself clears; equal to the threshold for no hysteresis
 */
public record Level(Direction direction, double threshold, double clear) {
    /** On which side of the threshold the trouble is. */
    public enum Direction {
        ABOVE,
        BELOW
    }

    public Level {
        String key = direction.name().toLowerCase(Locale.ROOT);
        if (!Double.isFinite(threshold)) {
            throw new Refusal(key, "must be a finite number, was " + threshold, "");
        }
        if (!Double.isFinite(clear)) {
            throw new Refusal("clear", "must be a finite number, was " + clear, "");
        }
        if (direction == Direction.ABOVE ? clear > threshold : clear < threshold) {
            String side = direction == Direction.ABOVE ? "at most " : "at least ";
            throw new Refusal(
                    "clear",
                    "must be " + side + plain(threshold) + ", was " + plain(clear),
                    "a level that raises " + key + " " + plain(threshold) + " clears on the other side of it");
        }
    }

    /** Whether this value raises the level. */
    public boolean raises(double value) {
        return direction == Direction.ABOVE ? value > threshold : value < threshold;
    }

    /** Whether this value clears the level once it is raised. */
    public boolean clears(double value) {
        return direction == Direction.ABOVE ? value <= clear : value >= clear;
    }

    /** Whether this level is reached only after the other one, on the same side. */
    boolean isBeyond(Level other) {
        return direction == Direction.ABOVE ? threshold > other.threshold : threshold < other.threshold;
    }

    static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
