package io.weir.query.promql;

import io.weir.contract.config.Nearest;
import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.grammar.PromqlParser.AggregationContext;
import io.weir.query.promql.grammar.PromqlParser.CallContext;
import io.weir.query.promql.grammar.PromqlParser.ExpressionContext;
import io.weir.query.promql.grammar.PromqlParser.LabelsContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Builds calls of functions and aggregations, and checks their arguments. */
final class CallBuilder {
    private final Operands operands;

    CallBuilder(Operands operands) {
        this.operands = operands;
    }

    Expression aggregation(AggregationContext tree) {
        Aggregator aggregator = Aggregator.valueOf(tree.aggregator().getText().toUpperCase(Locale.ROOT));
        List<ExpressionContext> arguments = tree.arguments().expression();
        ValueType parameter = aggregator.parameter();
        int count = parameter == null ? 1 : 2;
        checkCount(tree.start, aggregator.toString(), arguments.size(), count, count);
        boolean without = tree.grouping() != null && tree.grouping().WITHOUT() != null;
        List<String> labels =
                tree.grouping() == null ? List.of() : names(tree.grouping().labels());
        @Nullable
        Expression first =
                parameter == null ? null : operands.expect(parameter, arguments.get(0), aggregator.toString());
        Expression operand = operands.expect(ValueType.VECTOR, arguments.get(count - 1), aggregator.toString());
        return new Aggregation(aggregator, first, operand, labels, without);
    }

    Expression call(CallContext tree) {
        Token name = tree.IDENTIFIER().getSymbol();
        Function function = Function.of(name.getText());
        if (function == null) {
            throw unknown(name);
        }
        List<ExpressionContext> trees = tree.arguments().expression();
        checkCount(name, name.getText(), trees.size(), function.least(), function.most());
        List<Expression> arguments = new ArrayList<>();
        for (int i = 0; i < trees.size(); i++) {
            arguments.add(operands.expect(function.argument(i), trees.get(i), name.getText()));
        }
        return new Call(function, List.copyOf(arguments));
    }

    private PromqlException unknown(Token name) {
        if (Function.OF_NATIVE_HISTOGRAMS.contains(name.getText())) {
            return operands.mistake(
                    name, "function " + name.getText() + " is not supported: it needs native histograms");
        }
        return operands.mistake(
                name,
                "function " + name.getText() + " is not supported; "
                        + Nearest.suggestion(name.getText(), Function.names()));
    }

    private void checkCount(Token place, String name, int count, int least, int most) {
        if (count < least || count > most) {
            String wanted =
                    least == most ? "" + least : most == Integer.MAX_VALUE ? least + " or more" : least + " or " + most;
            throw operands.mistake(place, name + " has " + count + " arguments; it needs " + wanted);
        }
    }

    static List<String> names(LabelsContext tree) {
        return tree.labelName().stream().map(RuleContext::getText).toList();
    }
}
