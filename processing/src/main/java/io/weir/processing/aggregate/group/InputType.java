package io.weir.processing.aggregate.group;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldType;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Where;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a field's values that the windows of a rule take: numbers, whether a condition holds,
 * hashes of values of any type, or parts of a histogram, which windows take whole.
 *
 * @param where the condition; null: none
 * @param isHashed whether windows take hashes
 * @param isPart whether a value is a part of a histogram
 */
public record InputType(@Nullable Formula where, boolean isHashed, boolean isPart) {

    /** A part of a histogram. */
    static final InputType PART = new InputType(null, false, true);

    /** The type that functions take. */
    public static InputType of(Optional<Where> where, List<AggregateFunction> functions) {
        return new InputType(
                where.map(Where::formula).orElse(null), functions.contains(AggregateFunction.DISTINCT), false);
    }

    /** Whether windows take values of a type. */
    public boolean takes(FieldType type) {
        return isHashed || isPart || type.isNumber() || (where != null && type == FieldType.BOOLEAN);
    }
}
