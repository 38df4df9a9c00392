package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.Decimals;
import java.util.Locale;

/**
 * A level of numbers: raised by values on one side of its bounds, cleared by values that reach its
 * clear bounds on the other side. The bounds themselves are inside.
 *
 * @param low negative infinity if only {@code high} is a limit
 * @param high positive infinity if only {@code low} is a limit
 * @param clearLow {@code low} for no hysteresis there
 * @param clearHigh {@code high} for no hysteresis there
 */
public record Limit(Kind kind, double low, double high, double clearLow, double clearHigh) implements Level {
    /** The values that raise the level, relative to its bounds. */
    public enum Kind {
        ABOVE,
        BELOW,
        INSIDE,
        OUTSIDE;

        /** The key in a rule file. */
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Limit {
        requireFinite(kind.key(), kind == Kind.ABOVE ? high : low, kind == Kind.BELOW ? low : high);
        requireFinite("clear", kind == Kind.ABOVE ? clearHigh : clearLow, kind == Kind.BELOW ? clearLow : clearHigh);
        if (low >= high) {
            throw new Refusal(
                    kind.key(), "must be the lower and the higher end, was " + spell(low, high), "exchange them?");
        }
        if (clearLow > clearHigh) {
            throw new Refusal(
                    "clear",
                    "must be the lower and the higher end, was " + spell(clearLow, clearHigh),
                    "exchange them?");
        }
        boolean isWithin = clearLow >= low && clearHigh <= high;
        boolean isAround = clearLow <= low && clearHigh >= high;
        if (kind == Kind.INSIDE ? !isAround : !isWithin) {
            throw new Refusal(
                    "clear",
                    "must be " + clearSide(kind) + " " + spell(low, high) + ", was " + spell(clearLow, clearHigh),
                    "a level that raises " + kind.key() + " " + spell(low, high) + " clears on the other side of it");
        }
    }

    /** Raised by values above the threshold. */
    public static Limit above(double threshold, double clear) {
        return new Limit(Kind.ABOVE, Double.NEGATIVE_INFINITY, threshold, Double.NEGATIVE_INFINITY, clear);
    }

    /** Raised by values below the threshold. */
    public static Limit below(double threshold, double clear) {
        return new Limit(Kind.BELOW, threshold, Double.POSITIVE_INFINITY, clear, Double.POSITIVE_INFINITY);
    }

    /**
     * Whether a value raises the level. The value may lie between two doubles, as integers beyond
     * 2^53 do; all bounds are doubles.
     *
     * @param floor the greatest double that is not above the value
     * @param ceiling the least double that is not below it
     */
    public boolean raises(double floor, double ceiling) {
        return (floor >= low && ceiling <= high) == (kind == Kind.INSIDE);
    }

    /** Whether a value clears the raised level; see {@link #raises(double, double)}. */
    public boolean clears(double floor, double ceiling) {
        return kind == Kind.INSIDE
                ? (ceiling <= clearLow || floor >= clearHigh) && !raises(floor, ceiling)
                : floor >= clearLow && ceiling <= clearHigh;
    }

    /** The nearer bound, which a raising value has passed. */
    public double passed(double value) {
        return nearer(value, low, high);
    }

    /** The nearer clear bound, which a clearing value has reached. */
    public double reached(double value) {
        return nearer(value, clearLow, clearHigh);
    }

    private static double nearer(double value, double low, double high) {
        return value - low < high - value ? low : high;
    }

    boolean hasOneEnd() {
        return kind == Kind.ABOVE || kind == Kind.BELOW;
    }

    /**
     * Whether the values that raise this level are a proper subset of those that raise the other
     * one, of the same kind.
     */
    boolean isBeyond(Limit other) {
        boolean isAround = low <= other.low && high >= other.high;
        boolean isWithin = low >= other.low && high <= other.high;
        return kind == Kind.INSIDE ? isWithin && !isAround : isAround && !isWithin;
    }

    /** The bounds, as a rule file spells them. */
    String spelled() {
        return spell(low, high);
    }

    private static String spell(double low, double high) {
        if (Double.isInfinite(low) || Double.isInfinite(high)) {
            return Decimals.plain(Double.isInfinite(low) ? high : low);
        }
        return "[" + Decimals.plain(low) + ", " + Decimals.plain(high) + "]";
    }

    private static String clearSide(Kind kind) {
        return switch (kind) {
            case ABOVE -> "at most";
            case BELOW -> "at least";
            case INSIDE -> "around";
            case OUTSIDE -> "within";
        };
    }

    private static void requireFinite(String key, double one, double other) {
        if (!Double.isFinite(one) || !Double.isFinite(other)) {
            throw new Refusal(key, "must be finite, was " + (Double.isFinite(one) ? other : one), "");
        }
    }
}
