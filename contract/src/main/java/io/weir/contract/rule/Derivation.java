package io.weir.contract.rule;

import io.weir.contract.expression.Expression;

/** The input of a derived field. */
public sealed interface Derivation {

    /** The successive values of one field; applies to each field that the pattern matches. */
    record FromField(Fields field, FieldFunction function) implements Derivation {}

    /** The fields of one line: the expression's variables are their names. */
    record FromLine(Expression expression) implements Derivation {}
}
