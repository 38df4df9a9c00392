package io.weir.processing.merge;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldKey;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialSum;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes one line per group: the value of each expression over the inputs, and the numbers
 * of series and values.
 */
final class FormulaResult implements WindowResult {

    private final List<GroupInput> inputs;
    private final int[] columns;
    private final List<byte[]> keys;
    private final List<Formula> formulas;

    FormulaResult(GroupRule rule, GroupFormulas result, GroupShape shape) {
        inputs = rule.inputs();
        columns = IntStream.range(0, inputs.size())
                .map(input -> shape.column(input, inputs.get(input).functions().get(0)))
                .toArray();
        keys = result.fields().stream().map(FieldKey::spelled).toList();
        formulas = result.formulas().values().stream()
                .map(formula -> formula.over(result.variables(), "variable"))
                .toList();
    }

    @Override
    public void write(byte[] series, PartialSum window, ResultLines to) {
        double[] values = new double[inputs.size()];
        for (int input = 0; input < values.length; input++) {
            values[input] = value(window, input);
        }
        to.line(series);
        for (int field = 0; field < keys.size(); field++) {
            to.field(keys.get(field), formulas.get(field).evaluate(values));
        }
        FunctionResult.counts(window, to);
    }

    private double value(PartialSum window, int input) {
        AggregateFunction function = inputs.get(input).functions().get(0);
        long count = window.count(columns[input]);
        double otherwise = inputs.get(input).contribution().otherwise();
        if (count > 0) {
            return window.value(columns[input], function);
        }
        return Double.isNaN(otherwise) && function.isCount() ? 0 : otherwise;
    }
}
