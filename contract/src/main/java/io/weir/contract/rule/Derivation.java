package io.weir.contract.rule;

import io.weir.contract.expression.Expression;

/** What a rule derives a field from. */
public sealed interface Derivation {

    /** From the values of a field as they follow each other; of each field that the rule is for. */
    record FromField(Fields field, FieldFunction function) implements Derivation {}

    /** From the fields that stand in a line together: the expression's variables are their names. */
    record FromLine(Expression expression) implements Derivation {}
}
