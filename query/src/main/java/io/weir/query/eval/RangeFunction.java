package io.weir.query.eval;

import io.weir.query.promql.Function;
import java.util.EnumMap;
import java.util.Map;

/**
 * A function of the samples of one series in a range.
 *
 * @param least the fewest samples; a series with fewer has no result
 */
record RangeFunction(int least, Computation computation) {
    private static final Map<Function, RangeFunction> ALL = new EnumMap<>(Function.class);

    static {
        ALL.put(Function.RATE, two((window, none) -> Rates.perSecond(window)));
        ALL.put(Function.INCREASE, two((window, none) -> Rates.increase(window)));
        ALL.put(Function.DELTA, two((window, none) -> Rates.delta(window)));
        ALL.put(Function.IRATE, two((window, none) -> Rates.lastPerSecond(window)));
        ALL.put(Function.IDELTA, two((window, none) -> Rates.lastDelta(window)));
        ALL.put(Function.DERIV, two((window, none) -> Trends.of(window, window.stamp(0))
                .slope()));
        ALL.put(Function.PREDICT_LINEAR, two((window, scalars) -> Trends.of(window, window.evaluation())
                .after(scalars[0])));
        ALL.put(
                Function.HOLT_WINTERS,
                two((window, scalars) -> Trends.holtWinters(window.values(), scalars[0], scalars[1])));
        ALL.put(Function.SUM_OVER_TIME, one((window, none) -> Statistics.exactSum(window.values())));
        ALL.put(Function.AVG_OVER_TIME, one((window, none) -> Statistics.exactMean(window.values())));
        ALL.put(Function.MIN_OVER_TIME, one((window, none) -> Statistics.min(window.values())));
        ALL.put(Function.MAX_OVER_TIME, one((window, none) -> Statistics.max(window.values())));
        ALL.put(Function.COUNT_OVER_TIME, one((window, none) -> window.size()));
        ALL.put(Function.PRESENT_OVER_TIME, one((window, none) -> 1));
        ALL.put(Function.LAST_OVER_TIME, one((window, none) -> window.value(window.size() - 1)));
        ALL.put(
                Function.QUANTILE_OVER_TIME,
                one((window, scalars) -> Statistics.quantile(scalars[0], window.values())));
        ALL.put(Function.STDVAR_OVER_TIME, one((window, none) -> Statistics.exactVariance(window.values())));
        ALL.put(Function.STDDEV_OVER_TIME, one((window, none) -> Math.sqrt(Statistics.exactVariance(window.values()))));
        ALL.put(Function.CHANGES, one((window, none) -> Rates.changes(window)));
        ALL.put(Function.RESETS, one((window, none) -> Rates.resets(window)));
    }

    /** Computes the result of a range. */
    interface Computation {
        double of(Window window, double[] scalars);
    }

    static boolean exists(Function function) {
        return ALL.containsKey(function);
    }

    static RangeFunction of(Function function) {
        RangeFunction found = ALL.get(function);
        if (found == null) {
            throw new IllegalArgumentException(function + " is no function of a range");
        }
        return found;
    }

    private static RangeFunction one(Computation computation) {
        return new RangeFunction(1, computation);
    }

    private static RangeFunction two(Computation computation) {
        return new RangeFunction(2, computation);
    }
}
