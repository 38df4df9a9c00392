package io.weir.query.eval;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.VectorSelector;

/** The nodes of the arguments of a function. */
interface Nodes {
    ScalarNode scalar(Expression expression);

    VectorNode vector(Expression expression);

    /** Of a scalar or a vector. A scalar is a vector of one sample without labels. */
    VectorNode anyVector(Expression expression);

    InstantSelector instant(VectorSelector selector);

    /** Of an expression whose type is a range vector. */
    RangeSelection range(Expression expression);

    /** Over an expression whose type is a range vector. */
    Integral integral(Expression expression);
}
