package io.weir.query.eval;

import io.weir.query.promql.AbsentLabels;
import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.StringLiteral;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Function;
import io.weir.query.promql.ValueType;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Turns calls of functions into nodes. */
final class CallPlanner {
    private CallPlanner() {}

    static VectorNode plan(Nodes nodes, Call call) {
        Function function = call.function();
        List<Expression> arguments = call.arguments();
        if (RangeFunction.exists(function)) {
            return rangeCall(nodes, call);
        }
        ValueFunction ofValues = ValueFunction.find(function);
        if (ofValues != null) {
            return valueCall(nodes, call, ofValues);
        }
        Expression first = arguments.get(0);
        return switch (function) {
            case VECTOR -> nodes.anyVector(first);
            case ABSENT -> absent(nodes.vector(first), Labels.of(AbsentLabels.of(first)));
            case ABSENT_OVER_TIME -> absentOverTime(nodes.range(first), Labels.of(AbsentLabels.of(first)));
            case INTEGRAL_OVER_TIME -> nodes.integral(first);
            case SORT -> sorted(nodes.vector(first), Comparator.comparingDouble(Sample::value));
            case SORT_DESC ->
                sorted(
                        nodes.vector(first),
                        Comparator.comparingDouble(Sample::value).reversed());
            case TIMESTAMP -> timestamp(nodes, first);
            case HISTOGRAM_QUANTILE -> new HistogramQuantile(nodes.scalar(first), nodes.vector(arguments.get(1)));
            case LABEL_REPLACE ->
                LabelFunctions.replace(nodes.vector(first), text(call, 1), text(call, 2), text(call, 3), text(call, 4));
            case LABEL_JOIN -> LabelFunctions.join(nodes.vector(first), text(call, 1), text(call, 2), texts(call, 3));
            default -> throw new IllegalArgumentException(function + " is no function of vectors");
        };
    }

    private static String text(Call call, int index) {
        return ((StringLiteral) call.arguments().get(index)).value();
    }

    private static List<String> texts(Call call, int from) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < call.arguments().size(); i++) {
            texts.add(text(call, i));
        }
        return texts;
    }

    private static ScalarNode[] scalars(Nodes nodes, Call call) {
        return call.arguments().stream()
                .filter(each -> each.type() == ValueType.SCALAR)
                .map(nodes::scalar)
                .toArray(ScalarNode[]::new);
    }

    private static VectorNode rangeCall(Nodes nodes, Call call) {
        return nodes.stored(call).orElseGet(() -> {
            Expression range = call.arguments().stream()
                    .filter(each -> each.type() == ValueType.MATRIX)
                    .findFirst()
                    .orElseThrow();
            return new RangeCall(call.function(), nodes.range(range), scalars(nodes, call));
        });
    }

    /** Functions of dates are of the time of the step, if they have no argument. */
    private static VectorNode valueCall(Nodes nodes, Call call, ValueFunction function) {
        VectorNode operand = call.arguments().isEmpty()
                ? time -> List.of(new Sample(Labels.NONE, Math.floor(time / 1e3)))
                : nodes.vector(call.arguments().get(0));
        ScalarNode[] scalars = scalars(nodes, call);
        return time -> {
            double[] numbers = ScalarNode.all(scalars, time);
            List<Sample> samples = operand.at(time);
            if (call.function() == Function.CLAMP && numbers[1] < numbers[0]) {
                return List.of();
            }
            List<Sample> results = new ArrayList<>();
            for (Sample each : samples) {
                results.add(new Sample(each.labels().withoutName(), function.of(each.value(), numbers)));
            }
            return Unique.checked(results);
        };
    }

    private static VectorNode sorted(VectorNode operand, Comparator<Sample> order) {
        Comparator<Sample> nanLast = Comparator.<Sample, Boolean>comparing(each -> Double.isNaN(each.value()))
                .thenComparing(order);
        return time -> operand.at(time).stream().sorted(nanLast).toList();
    }

    private static VectorNode timestamp(Nodes nodes, Expression argument) {
        if (argument instanceof VectorSelector selector) {
            InstantSelector selected = nodes.instant(selector);
            return time -> withoutNames(selected.stampsAt(time));
        }
        VectorNode operand = nodes.vector(argument);
        return time -> withoutNames(operand.at(time).stream()
                .map(each -> new Sample(each.labels(), time / 1e3))
                .toList());
    }

    private static List<Sample> withoutNames(List<Sample> samples) {
        return Unique.checked(samples.stream()
                .map(each -> new Sample(each.labels().withoutName(), each.value()))
                .toList());
    }

    private static VectorNode absent(VectorNode operand, Labels labels) {
        return time -> operand.at(time).isEmpty() ? List.of(new Sample(labels, 1)) : List.of();
    }

    private static VectorNode absentOverTime(RangeSelection selection, Labels labels) {
        return time -> {
            for (Series each : selection.series()) {
                if (selection.window(each, time).size() > 0) {
                    return List.of();
                }
            }
            return List.of(new Sample(labels, 1));
        };
    }
}
