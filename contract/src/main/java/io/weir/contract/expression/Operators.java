package io.weir.contract.expression;

import com.ezylang.evalex.config.MapBasedOperatorDictionary;
import com.ezylang.evalex.config.OperatorDictionaryIfc;
import com.ezylang.evalex.operators.arithmetic.InfixDivisionOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixModuloOperator;
import com.ezylang.evalex.operators.arithmetic.InfixMultiplicationOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPlusOperator;
import com.ezylang.evalex.operators.arithmetic.InfixPowerOfOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixMinusOperator;
import com.ezylang.evalex.operators.arithmetic.PrefixPlusOperator;
import com.ezylang.evalex.operators.booleans.InfixAndOperator;
import com.ezylang.evalex.operators.booleans.InfixEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixGreaterEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixGreaterOperator;
import com.ezylang.evalex.operators.booleans.InfixLessEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixLessOperator;
import com.ezylang.evalex.operators.booleans.InfixNotEqualsOperator;
import com.ezylang.evalex.operators.booleans.InfixOrOperator;
import com.ezylang.evalex.operators.booleans.PrefixNotOperator;
import java.util.Map;
import java.util.Set;

/** The computation of each operator. EvalEx' operators only define the precedence. */
final class Operators {

    /** An operation on two doubles; the result is not finite if it or an operand is undefined. */
    @FunctionalInterface
    private interface Calculation {
        double of(double left, double right);
    }

    /** A comparison of two defined doubles. */
    @FunctionalInterface
    private interface Comparison {
        boolean of(double left, double right);
    }

    private static final Set<String> ORDERINGS = Set.of("<", "<=", ">", ">=");

    private static final Map<String, Calculation> CALCULATIONS = Map.of(
            "+", (left, right) -> left + right,
            "-", (left, right) -> left - right,
            "*", (left, right) -> left * right,
            "/", (left, right) -> left / right,
            "%", (left, right) -> left % right,
            "^", StrictMath::pow);

    private static final Map<String, Comparison> COMPARISONS = Map.of(
            "==", (left, right) -> left == right,
            "!=", (left, right) -> left != right,
            "<", (left, right) -> left < right,
            "<=", (left, right) -> left <= right,
            ">", (left, right) -> left > right,
            ">=", (left, right) -> left >= right);

    private static final Map<String, String> MEANT = Map.of("=", "==", "&", "&&", "|", "||", ".", "`a.b`");

    private Operators() {}

    static OperatorDictionaryIfc dictionary() {
        OperatorDictionaryIfc operators = new MapBasedOperatorDictionary();
        operators.addOperator("+", new PrefixPlusOperator());
        operators.addOperator("-", new PrefixMinusOperator());
        operators.addOperator("!", new PrefixNotOperator());
        operators.addOperator("+", new InfixPlusOperator());
        operators.addOperator("-", new InfixMinusOperator());
        operators.addOperator("*", new InfixMultiplicationOperator());
        operators.addOperator("/", new InfixDivisionOperator());
        operators.addOperator("%", new InfixModuloOperator());
        operators.addOperator("^", new InfixPowerOfOperator());
        operators.addOperator("==", new InfixEqualsOperator());
        operators.addOperator("!=", new InfixNotEqualsOperator());
        operators.addOperator("<", new InfixLessOperator());
        operators.addOperator("<=", new InfixLessEqualsOperator());
        operators.addOperator(">", new InfixGreaterOperator());
        operators.addOperator(">=", new InfixGreaterEqualsOperator());
        operators.addOperator("&&", new InfixAndOperator());
        operators.addOperator("||", new InfixOrOperator());
        return operators;
    }

    /** A suggestion for an unknown operator, or empty. */
    static String meant(String symbol) {
        String known = MEANT.get(symbol);
        return known == null ? "" : "did you mean " + known + "?";
    }

    /** Whether the operator orders two numbers. */
    static boolean isOrdering(String symbol) {
        return ORDERINGS.contains(symbol);
    }

    static Formula prefix(String symbol, Formula operand) {
        return switch (symbol) {
            case "-" -> values -> -operand.evaluate(values);
            case "!" -> values -> not(operand.evaluate(values));
            default -> operand;
        };
    }

    static Formula infix(String symbol, Formula left, Formula right) {
        if (symbol.equals("&&")) {
            return values -> and(left.evaluate(values), right, values);
        }
        if (symbol.equals("||")) {
            return values -> or(left.evaluate(values), right, values);
        }
        Comparison comparison = COMPARISONS.get(symbol);
        if (comparison != null) {
            return values -> compare(comparison, left.evaluate(values), right.evaluate(values));
        }
        Calculation calculation = CALCULATIONS.get(symbol);
        if (calculation == null) {
            throw new IllegalStateException("operator " + symbol + " is in the dictionary and computes nothing");
        }
        return values -> Formula.finite(calculation.of(left.evaluate(values), right.evaluate(values)));
    }

    private static double and(double left, Formula right, double[] values) {
        return left == 0 || Double.isNaN(left) ? truth(left) : truth(right.evaluate(values));
    }

    private static double or(double left, Formula right, double[] values) {
        return left == 0 ? truth(right.evaluate(values)) : truth(left);
    }

    private static double truth(double value) {
        return Double.isNaN(value) ? value : value == 0 ? 0 : 1;
    }

    private static double not(double value) {
        return Double.isNaN(value) ? value : value == 0 ? 1 : 0;
    }

    private static double compare(Comparison comparison, double left, double right) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return Double.NaN;
        }
        return comparison.of(left, right) ? 1 : 0;
    }
}
