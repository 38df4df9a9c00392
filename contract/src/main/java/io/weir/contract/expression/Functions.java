package io.weir.contract.expression;

import com.ezylang.evalex.Expression;
import com.ezylang.evalex.config.FunctionDictionaryIfc;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.FunctionIfc;
import com.ezylang.evalex.functions.FunctionParameterDefinition;
import com.ezylang.evalex.parser.Token;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** The functions of expressions. {@code StrictMath} gives the same bits on every machine. */
final class Functions {

    /**
     * A function.
     *
     * @param least the minimum number of operands
     * @param most the maximum number of operands
     */
    record Callable(int least, int most, Function<List<Formula>, Formula> compile) {
        String operands() {
            return most == least ? least == 1 ? "1 operand" : least + " operands" : "at least " + least + " operand";
        }
    }

    static final SortedMap<String, Callable> BY_NAME = byName();

    private Functions() {}

    private static SortedMap<String, Callable> byName() {
        SortedMap<String, Callable> functions = new TreeMap<>(Map.ofEntries(
                unary("abs", Math::abs),
                unary("ceil", Math::ceil),
                unary("defined", operand -> Double.isNaN(operand) ? 0 : 1),
                unary("exp", StrictMath::exp),
                unary("floor", Math::floor),
                Map.entry("if", new Callable(3, 3, Functions::choice)),
                unary("log", StrictMath::log),
                unary("log10", StrictMath::log10),
                fold("max", Math::max),
                fold("min", Math::min),
                Map.entry("pow", new Callable(2, 2, both -> Operators.infix("^", both.get(0), both.get(1)))),
                unary("round", Math::rint),
                unary("sqrt", Math::sqrt),
                fold("sum", Double::sum)));
        return Collections.unmodifiableSortedMap(functions);
    }

    private static Map.Entry<String, Callable> unary(String name, DoubleUnaryOperator function) {
        return Map.entry(name, new Callable(1, 1, operands -> {
            Formula operand = operands.get(0);
            return values -> Formula.finite(function.applyAsDouble(operand.evaluate(values)));
        }));
    }

    /** Math.max, Math.min and sum return NaN if an operand is NaN. */
    private static Map.Entry<String, Callable> fold(String name, DoubleBinaryOperator function) {
        return Map.entry(name, new Callable(1, Integer.MAX_VALUE, operands -> {
            Formula[] each = operands.toArray(new Formula[0]);
            return values -> {
                double result = each[0].evaluate(values);
                for (int i = 1; i < each.length; i++) {
                    result = Formula.finite(function.applyAsDouble(result, each[i].evaluate(values)));
                }
                return result;
            };
        }));
    }

    private static Formula choice(List<Formula> operands) {
        Formula condition = operands.get(0);
        Formula then = operands.get(1);
        Formula otherwise = operands.get(2);
        return values -> {
            double truth = condition.evaluate(values);
            return Double.isNaN(truth) ? truth : truth == 0 ? otherwise.evaluate(values) : then.evaluate(values);
        };
    }

    /**
     * Makes EvalEx accept any function with any operands: the compiler refuses them with a better
     * message.
     */
    static FunctionDictionaryIfc dictionary() {
        FunctionIfc any = new AnyFunction();
        return new FunctionDictionaryIfc() {
            @Override
            public void addFunction(String name, FunctionIfc function) {
                throw new UnsupportedOperationException("the functions are those of this class");
            }

            @Override
            public FunctionIfc getFunction(String name) {
                return any;
            }
        };
    }

    private static final class AnyFunction implements FunctionIfc {
        @Override
        public List<FunctionParameterDefinition> getFunctionParameterDefinitions() {
            return List.of();
        }

        @Override
        public boolean hasVarArgs() {
            return true;
        }

        @Override
        public void validatePreEvaluation(Token token, EvaluationValue... operands) {
            throw new UnsupportedOperationException("EvalEx parses; formulas compute");
        }

        @Override
        public EvaluationValue evaluate(Expression expression, Token token, EvaluationValue... operands) {
            throw new UnsupportedOperationException("EvalEx parses; formulas compute");
        }
    }
}
