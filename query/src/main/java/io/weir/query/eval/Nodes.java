package io.weir.query.eval;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.VectorSelector;
import java.util.Optional;

/** The nodes of the arguments of a function. */
interface Nodes {
    ScalarNode scalar(Expression expression);

    VectorNode vector(Expression expression);

    /** Of a scalar or a vector. A scalar is a vector of one sample without labels. */
    VectorNode anyVector(Expression expression);

    InstantSelector instant(VectorSelector selector);

    /** Of an expression whose type is a range vector. */
    RangeSelection range(Expression expression);

    /** The results of a function of ranges; empty if the source does not compute them. */
    Optional<VectorNode> stored(Call call);

    /** Over an expression whose type is a range vector. */
    Integral integral(Expression expression);
}
