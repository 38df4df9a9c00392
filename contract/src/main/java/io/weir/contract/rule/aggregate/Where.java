package io.weir.contract.rule.aggregate;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.expression.Expression;
import io.weir.contract.expression.Formula;
import java.util.List;
import java.util.Optional;

/**
 * The condition of a rule, which aggregates whether it holds for each value, instead of the values
 * themselves. Booleans are 1 and 0 in a condition.
 *
 * @param condition over the variable {@value #VALUE}; any result but zero counts as true
 */
public record Where(Expression condition) {

    /** The name of a field's value in a condition. */
    private static final String VALUE = "value";

    private static final Where DEFAULT = new Where(Expression.of(VALUE));

    public Where {
        condition.over(List.of(VALUE), "variable");
        if (condition.variables().isEmpty()) {
            throw new Refusal("must contain value, which stands for the value of the field", "such as value > 90");
        }
    }

    /**
     * Reads the key {@code where}.
     *
     * @param functions the rule's functions, as in the file; {@code share} needs a condition
     */
    static Optional<Where> read(YamlSection section, List<AggregateFunction> functions) {
        Optional<Where> stated = section.value(
                        "where",
                        DEFAULT,
                        text -> new Where(Expression.of(text)),
                        "condition over value; the functions are about whether it holds")
                .optional();
        return stated.or(() -> functions.contains(AggregateFunction.SHARE) ? Optional.of(DEFAULT) : Optional.empty());
    }

    /**
     * The functions of a rule under its condition; reports those that need numbers.
     *
     * @param key the key that names the functions
     * @param functions as in the file
     */
    static List<AggregateFunction> functions(
            YamlSection section, String key, Optional<Where> where, List<AggregateFunction> functions) {
        return where.isEmpty()
                ? functions
                : functions.stream()
                        .map(each -> ofCondition(section, key, each))
                        .toList();
    }

    private static AggregateFunction ofCondition(YamlSection section, String key, AggregateFunction function) {
        return switch (function.kind()) {
            case SHARE, INTEGRAL, TIME_AVERAGE -> function;
            case COUNT -> AggregateFunction.MATCHES;
            default -> {
                section.refuse(
                        key,
                        "cannot have " + function.spelling()
                                + " with share or where: only share and count are of conditions, and without by also integral and time-average",
                        "write another rule for " + function.spelling() + ", with another as");
                yield function;
            }
        };
    }

    /** Compiles the condition. */
    public Formula formula() {
        return condition.over(List.of(VALUE), "variable");
    }

    /**
     * The ranges of values for which the condition holds.
     *
     * @throws Refusal if it is not made of comparisons of the value with numbers
     */
    public ValueRanges ranges() {
        try {
            return ValueRanges.of(condition.thresholds(VALUE), formula());
        } catch (Refusal e) {
            throw new Refusal("where", e.wrong(), e.meant());
        }
    }

    /** The condition as a text that is stable across restarts; empty without one. */
    public static String identity(Optional<Where> where) {
        return where.map(each -> " where " + each.condition.canonical()).orElse("");
    }
}
