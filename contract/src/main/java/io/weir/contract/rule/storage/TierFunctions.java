package io.weir.contract.rule.storage;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateFunction.Kind;
import io.weir.contract.rule.match.TextPattern;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The functions of measurements' numeric fields in tiers. For texts and booleans, tiers hold the
 * last value.
 *
 * @param measurement which measurements
 * @param numbers at least one
 */
public record TierFunctions(TextPattern measurement, List<AggregateFunction> numbers) {
    /** Applies to measurements without functions in the rules. */
    public static final List<AggregateFunction> DEFAULT =
            List.of(AggregateFunction.MEAN, AggregateFunction.MIN, AggregateFunction.MAX, AggregateFunction.COUNT);

    private static final Set<Kind> UNAVAILABLE = EnumSet.of(
            Kind.QUANTILE,
            Kind.MAD,
            Kind.DISTINCT,
            Kind.RATE,
            Kind.INCREASE,
            Kind.INTEGRAL,
            Kind.TIME_AVERAGE,
            Kind.SHARE);

    public TierFunctions {
        numbers = List.copyOf(numbers);
        if (numbers.isEmpty()) {
            throw new Refusal("numbers", "must name at least one", "list series without tiers in exempt");
        }
        if (new HashSet<>(numbers).size() < numbers.size()) {
            throw new Refusal("numbers", "names one twice", "keep one of them");
        }
        for (AggregateFunction each : numbers) {
            if (UNAVAILABLE.contains(each.kind())) {
                throw new Refusal(
                        "numbers",
                        each.spelling() + " is not available in tiers: the stores compute it differently",
                        "compute it with a rule of aggregate or derive, and keep its max or last here");
            }
        }
    }
}
