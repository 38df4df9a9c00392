package io.weir.contract.rule.metric;

import io.weir.contract.expression.Expression;
import io.weir.contract.rule.match.Fields;

/** The input of a derived field. */
public sealed interface Derivation {

    /** The successive values of one field; applies to each field that the pattern matches. */
    record FromField(Fields field, FieldFunction function) implements Derivation {}

    /** The fields of one line: the expression's variables are their names. */
    record FromLine(Expression expression) implements Derivation {}
}
