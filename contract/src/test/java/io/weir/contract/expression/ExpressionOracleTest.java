package io.weir.contract.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.ezylang.evalex.BaseException;
import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.data.EvaluationValue;
import com.ezylang.evalex.functions.basic.CeilingFunction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Random expressions: a formula has the value that EvalEx computes with 68 decimal digits. */
class ExpressionOracleTest {

    private static final int EXPRESSIONS = 20_000;
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void formulasAgreeWithEvalEx() {
        System.out.println("ExpressionOracleTest seed=" + seed);
        int defined = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            String text = real(4);
            double[] values = random.ints(NAMES.size(), -9, 10).asDoubleStream().toArray();
            double actual = Expression.of(text).over(NAMES, "name").evaluate(values);
            double expected = evalEx(text, values);
            if (Double.isNaN(expected)) {
                assertThat(actual).as("seed %d: %s", seed, text).isNaN();
            } else {
                defined++;
                assertThat(actual)
                        .as("seed %d: %s", seed, text)
                        .isCloseTo(expected, Offset.offset(1e-9 * Math.max(1, Math.abs(expected))));
            }
        }
        assertThat(defined).as("seed %d", seed).isBetween(EXPRESSIONS / 4, EXPRESSIONS * 99 / 100);
    }

    private static double evalEx(String text, double[] values) {
        ExpressionConfiguration configuration = ExpressionConfiguration.defaultConfiguration()
                .withAdditionalFunctions(Map.entry("CEIL", new CeilingFunction()));
        com.ezylang.evalex.Expression expression = new com.ezylang.evalex.Expression(text, configuration);
        for (int i = 0; i < values.length; i++) {
            expression.with(NAMES.get(i), BigDecimal.valueOf(values[i]));
        }
        try {
            EvaluationValue value = expression.evaluate();
            return value.isBooleanValue()
                    ? (value.getBooleanValue() ? 1 : 0)
                    : value.getNumberValue().doubleValue();
        } catch (BaseException | ArithmeticException | NumberFormatException e) {
            // A division by zero, an undefined root or logarithm; the last exception is for the
            // logarithm of zero.
            return Double.NaN;
        }
    }

    /** An expression with any real value, never near a jump of the functions around it. */
    private String real(int depth) {
        if (depth == 0) {
            return operand();
        }
        return switch (random.nextInt(8)) {
            case 0 -> "(" + real(depth - 1) + " " + pick("+", "-", "*") + " " + real(depth - 1) + ")";
            case 1 -> real(depth - 1) + " " + pick("+", "-", "*") + " " + real(depth - 1);
            case 2 -> real(depth - 1) + " / " + exact(1);
            case 3 -> "sqrt(abs(" + exact(depth - 1) + "))";
            case 4 -> "if(" + condition(2) + ", " + real(depth - 1) + ", " + real(depth - 1) + ")";
            case 5 -> pick("min", "max") + "(" + real(depth - 1) + ", " + real(depth - 1) + ", " + operand() + ")";
            case 6 -> pick("log", "log10") + "(" + exact(1) + ")";
            default -> exact(depth);
        };
    }

    /** A whole number that a double represents exactly. */
    private String exact(int depth) {
        if (depth == 0) {
            return operand();
        }
        return switch (random.nextInt(6)) {
            case 0 -> "(" + exact(depth - 1) + " " + pick("+", "-", "*") + " " + exact(depth - 1) + ")";
            case 1 -> "-" + operand();
            case 2 -> pick("floor", "ceil") + "(" + operand() + " / 4)";
            case 3 -> "(" + operand() + " % " + operand() + ")";
            case 4 -> operand() + " ^ " + random.nextInt(4);
            default -> operand();
        };
    }

    private String condition(int depth) {
        if (depth == 0) {
            return exact(1) + " " + pick("==", "!=", "<", "<=", ">", ">=") + " " + exact(1);
        }
        return switch (random.nextInt(4)) {
            case 0 -> condition(depth - 1) + " && " + condition(depth - 1);
            case 1 -> condition(depth - 1) + " || " + condition(depth - 1);
            case 2 -> "!(" + condition(depth - 1) + ")";
            default -> condition(0);
        };
    }

    private String operand() {
        return random.nextBoolean() ? NAMES.get(random.nextInt(NAMES.size())) : Integer.toString(random.nextInt(10));
    }

    private String pick(String... each) {
        return each[random.nextInt(each.length)];
    }
}
