package io.weir.contract.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every text gives a formula that evaluates, or a refusal; never another exception. */
class ExpressionMutationTest {

    private static final int TEXTS = 40_000;
    private static final List<String> PARTS = List.of(
            "a",
            "b2",
            "`c-d`",
            "1",
            "2.5",
            "1e3",
            ".5",
            "(",
            ")",
            "(",
            ")",
            ",",
            "+",
            "-",
            "*",
            "/",
            "%",
            "^",
            "==",
            "!=",
            "<",
            ">=",
            "&&",
            "||",
            "!",
            "if(",
            "max(",
            "sqrt(",
            "pow(",
            "pi",
            " ",
            "\n",
            "`",
            "\"",
            "\\",
            "'",
            "=",
            ".",
            "e",
            "0x",
            "[",
            "]",
            "{",
            "é",
            "\uD83D\uDE00",
            "\uD83D",
            "\0",
            "٣",
            "²",
            "$",
            "#",
            "nope(");

    @Test
    void anyTextIsAFormulaOrIsRefused() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("ExpressionMutationTest seed=" + seed);
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int parts = 1 + random.nextInt(8); parts > 0; parts--) {
                text.append(PARTS.get(random.nextInt(PARTS.size())));
            }
            accepted += isAccepted(text.toString(), random, seed) ? 1 : 0;
        }
        // Both outcomes must be frequent, or the texts test nothing.
        assertThat(accepted).as("seed %d", seed).isBetween(TEXTS / 100, TEXTS / 2);
    }

    private static boolean isAccepted(String text, Random random, long seed) {
        try {
            Expression expression = Expression.of(text);
            double[] values =
                    random.doubles(expression.variables().size(), -10, 10).toArray();
            double result = expression.over(expression.variables(), "field").evaluate(values);
            assertThat(result).as(text).isNotEqualTo(Double.POSITIVE_INFINITY).isNotEqualTo(Double.NEGATIVE_INFINITY);
            return true;
        } catch (Refusal e) {
            assertThat(e.wrong()).as(text).isNotBlank();
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("seed=" + seed + " text " + text, e);
        }
    }
}
