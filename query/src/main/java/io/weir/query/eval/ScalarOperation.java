package io.weir.query.eval;

import io.weir.query.promql.BinaryOperator;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.List;

/** An operator between an instant vector and a scalar. */
final class ScalarOperation implements VectorNode {
    private final Binary binary;
    private final VectorNode vector;
    private final ScalarNode scalar;
    private final boolean scalarLeft;

    ScalarOperation(Binary binary, VectorNode vector, ScalarNode scalar, boolean scalarLeft) {
        this.binary = binary;
        this.vector = vector;
        this.scalar = scalar;
        this.scalarLeft = scalarLeft;
    }

    @Override
    public List<Sample> at(long time) {
        BinaryOperator operator = binary.operator();
        double number = scalar.at(time);
        List<Sample> results = new ArrayList<>();
        for (Sample each : vector.at(time)) {
            double left = scalarLeft ? number : each.value();
            double right = scalarLeft ? each.value() : number;
            if (!operator.isComparison() || binary.bool()) {
                results.add(new Sample(each.labels().withoutName(), Arithmetic.compute(operator, left, right)));
            } else if (Arithmetic.compare(operator, left, right)) {
                results.add(each);
            }
        }
        return Unique.checked(results);
    }
}
