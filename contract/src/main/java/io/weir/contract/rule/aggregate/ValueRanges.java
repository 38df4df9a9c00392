package io.weir.contract.rule.aggregate;

import io.weir.contract.expression.Formula;
import java.util.List;

/** The ranges of values for which a condition holds that compares values with thresholds. Immutable. */
public final class ValueRanges {

    /** In ascending order. */
    private final double[] thresholds;

    /** Whether the condition holds at each threshold. */
    private final boolean[] holdsAt;

    /** Whether it holds below the first threshold, between each two, and above the last. */
    private final boolean[] holdsBelow;

    /** How many of some values are in a range. */
    public interface Distribution {

        /** The number of all values. */
        double count();

        /** The number of values up to a bound; NaN if it is unknown. */
        double atMost(double bound);

        /** The number of values that are known to equal {@code value}. */
        double at(double value);
    }

    private ValueRanges(double[] thresholds, boolean[] holdsAt, boolean[] holdsBelow) {
        this.thresholds = thresholds;
        this.holdsAt = holdsAt;
        this.holdsBelow = holdsBelow;
    }

    /** @param condition over one value, which changes only at thresholds */
    static ValueRanges of(List<Double> thresholds, Formula condition) {
        double[] sorted = thresholds.stream()
                .mapToDouble(Double::doubleValue)
                .distinct()
                .sorted()
                .toArray();
        boolean[] holdsAt = new boolean[sorted.length];
        boolean[] holdsBelow = new boolean[sorted.length + 1];
        for (int i = 0; i < sorted.length; i++) {
            double before = i == 0 ? -Double.MAX_VALUE : sorted[i - 1];
            holdsAt[i] = holds(condition, sorted[i]);
            holdsBelow[i] = holds(condition, before / 2 + sorted[i] / 2);
        }
        holdsBelow[sorted.length] = holds(condition, Double.MAX_VALUE);
        return new ValueRanges(sorted, holdsAt, holdsBelow);
    }

    private static boolean holds(Formula condition, double value) {
        return condition.evaluate(new double[] {value}) != 0;
    }

    /** The number of values for which the condition holds; NaN if it is unknown. */
    public double count(Distribution of) {
        double count = 0;
        double before = 0;
        for (int i = 0; i < thresholds.length; i++) {
            double here = of.at(thresholds[i]);
            double until = of.atMost(thresholds[i]);
            count += holdsBelow[i] ? until - here - before : 0;
            count += holdsAt[i] ? here : 0;
            before = until;
        }
        return count + (holdsBelow[thresholds.length] ? of.count() - before : 0);
    }
}
