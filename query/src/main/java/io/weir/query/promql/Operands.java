package io.weir.query.promql;

import io.weir.query.promql.grammar.PromqlParser.ExpressionContext;
import org.antlr.v4.runtime.Token;

/** Builds the expressions within another one. */
interface Operands {
    /** The expression of the tree, which must be of the type; {@code user} needs it. */
    Expression expect(ValueType type, ExpressionContext tree, String user);

    /** An error at the place. */
    PromqlException mistake(Token place, String message);
}
