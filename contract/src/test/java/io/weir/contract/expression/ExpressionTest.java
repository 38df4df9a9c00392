package io.weir.contract.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.config.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionTest {

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            1 + 2 * 3                        => 7
            (1 + 2) * 3                      => 9
            7 - 2 - 1                        => 4
            2 ^ 3 ^ 2                        => 512
            2 ^ -1                           => 0.5
            (-2) ^ 2                         => 4
            -(2 ^ 2)                         => -4
            --2                              => 2
            +2                               => 2
            1.5e3 / .5                       => 3000
            7 % 3                            => 1
            -7 % 3                           => -1
            pi                               => 3.141592653589793
            2 < 3                            => 1
            3 <= 2                           => 0
            2 > 3                            => 0
            3 >= 3                           => 1
            2 == 2 && 3 != 2                 => 1
            5 && 0                           => 0
            0 || 5                           => 1
            0 || 0                           => 0
            !5                               => 0
            !0                               => 1
            true && !false                   => 1
            if(1 > 2, 3, 4)                  => 4
            if(2, 3, 4)                      => 3
            if(0 == 0, 5, 1 / 0)             => 5
            0 != 0 && 1 / 0 > 1              => 0
            1 || 1 / 0                       => 1
            min(3, 1, 2) + max(3, 1, 2)      => 4
            min(3)                           => 3
            sum(1, 2, 3)                     => 6
            abs(-3) + sqrt(16) + pow(2, 3)   => 15
            floor(-1.5) + ceil(1.2)          => 0
            round(2.5) + round(3.5)          => 6
            log(exp(2)) + log10(1000)        => 5
            MAX(1, 2)                        => 2
            """)
    void computesTheResult(String text, double expected) {
        assertThat(evaluate(text)).isCloseTo(expected, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            1 / 0
            0 / 0
            1 % 0
            1 / (1 / 0)
            1e308 * 10
            1 / (1e308 * 10)
            sqrt(-1)
            log(0)
            pow(0, -1)
            exp(1000)
            max(1, 1 / 0)
            1 / 0 == 1 / 0
            1 / 0 && 0
            1 / 0 || 1
            0 || 1 / 0
            !(1 / 0)
            if(1 / 0, 2, 3)
            sum(1e308, 1e308, -1e308)
            """)
    void undefinedResultsAreUndefined(String text) {
        assertThat(evaluate(text)).isNaN();
    }

    @Test
    void backticksAllowAnyCharacterInNames() {
        Expression expression =
                Expression.of("`bytes-recv` / total_2 + `a (b)` + `pi` * température + max + `total_2`");

        assertThat(expression.variables())
                .containsExactly("bytes-recv", "total_2", "a (b)", "pi", "température", "max");
        Formula formula = expression.over(
                List.of("max", "pi", "unused", "a (b)", "température", "total_2", "bytes-recv"), "field");
        assertThat(formula.evaluate(new double[] {1, 2, Double.NaN, 3, 5, 7, 70}))
                .isEqualTo(10 + 3 + 10 + 1 + 7);
    }

    @Test
    void undefinedVariablesMakeTheResultUndefined() {
        Formula formula = Expression.of("a + b").over(List.of("a", "b"), "field");

        assertThat(formula.evaluate(new double[] {1, Double.NaN})).isNaN();
        assertThat(formula.evaluate(new double[] {1, Double.POSITIVE_INFINITY})).isNaN();
        assertThat(Expression.of("a").over(List.of("a"), "field").evaluate(new double[] {Double.NEGATIVE_INFINITY}))
                .isNaN();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '\0', textBlock = """
            a = 1             => undefined operator '=', at character 3; did you mean ==?
            a == * 2          => unexpected token after infix operator, at character 6
            a.b               => undefined operator '.', at character 2; did you mean `a.b`?
            a b               => lacks an operator, at character 3
            max(a b)          => lacks an operator, at character 7
            `a``b`            => lacks an operator, at character 5
            2a                => missing operator, at character 2
            max(1,,2)         => lacks a number or a name, at character 7
            max(-)            => lacks a number or a name, at character 6
            max()             => lacks a number or a name, at character 5
            a +               => ends where a number or a name should follow
            (a, b)            => has a comma outside of a function, at character 3
            if((a, b), c)     => has a comma outside of a function, at character 6
            -a ^ 2            => raises a signed operand to a power, at character 4; write (-a) ^ b or -(a ^ b), whichever is meant
            -sqrt(a) ^ 2      => raises a signed operand to a power, at character 10; write (-a) ^ b or -(a ^ b), whichever is meant
            -(a) ^ 2          => raises a signed operand to a power, at character 6; write (-a) ^ b or -(a ^ b), whichever is meant
            if(-!a, b, c)     => negates an operand with a sign, at character 5; write -(!a) for -!a, or !(!a) for !!a
            2 ^ !!a           => negates an operand with a sign, at character 6; write -(!a) for -!a, or !(!a) for !!a
            a < b < c         => compares the result of a comparison, at character 7; write a < b && b < c
            maxi(a, b)        => calls "maxi", which is not a function, at character 1; did you mean "max"?
            1 + `max`(a)      => calls "max", which is not a function, at character 6; did you mean "max"?
            sqrt(a, b)        => calls sqrt with 2, but it takes 1 operand, at character 1
            if(a, b)          => calls if with 2, but it takes 3 operands, at character 1
            "a" + 1           => contains a text, which has no numeric value, at character 1; write a name that is no identifier in backticks
            1e2.5             => has a number that is not decimal, "1e2.5", at character 1
            0x1f              => has a number that is not decimal, "0x1f", at character 1
            ٣ + 1             => has a number that is not decimal, "٣", at character 1
            1 + 1e999         => has a number that is too large, "1e999", at character 5; the largest is about 1.8e308
            1 + `a            => has an opening ` without a closing one, at character 5; such as `bytes-recv`
            1 + ``            => has backticks without a name, at character 5; such as `bytes-recv`
            (a                => closing brace not found, at character 1
            1.2.3             => number contains more than one decimal point, at character 1
            """)
    void refusesInvalidTextWithItsPosition(String text, String message) {
        assertThatThrownBy(() -> Expression.of(text))
                .isInstanceOf(Refusal.class)
                .hasMessage(message);
    }

    @Test
    void suggestsTheNearestVariable() {
        Expression expression = Expression.of("used / `totale`");

        assertThatThrownBy(() -> expression.over(List.of("used", "total"), "field"))
                .isInstanceOf(Refusal.class)
                .hasMessage("no field is named \"totale\", at character 9; did you mean \"total\"?");
    }

    @Test
    void refusesWhatWouldRunLong() {
        assertThatThrownBy(() -> Expression.of("a" + "+a".repeat(1_000)))
                .hasMessage("must have at most 2000 characters, had 2001");
        assertThatThrownBy(() -> Expression.of("a" + "+a".repeat(100)))
                .hasMessageContaining("nested more than 100 deep");
        assertThatThrownBy(() -> Expression.of("-".repeat(1_999) + "a"))
                .hasMessageContaining("nested more than 100 deep");
        assertThatThrownBy(() -> Expression.of("(".repeat(1_000) + ")".repeat(1_000)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> Expression.of("sum(a" + ",a".repeat(400) + ")"))
                .hasMessageContaining("more than 400 numbers");
        assertThat(Expression.of("a" + "+a".repeat(99))
                        .over(List.of("a"), "field")
                        .evaluate(new double[] {2}))
                .isEqualTo(200);
    }

    @Test
    void spellingsOfOneExpressionHaveOneCanonicalText() {
        List<List<String>> same = List.of(
                List.of("used/total*100", "used / total * 100.0", "((`used`)/total) * 1e2", "+used / +total * 100"),
                List.of("max(a, `b-c`)", "MAX(a,`b-c`)", "(Max((a), `b-c`))"),
                List.of("a + b * c", "a+(b*c)"),
                List.of("(a + b) * c"),
                List.of("a + b + c", "(a + b) + c"),
                List.of("a + (b + c)"),
                List.of("a - b"),
                List.of("a + -b", "a+(-b)"),
                List.of("!a && b == true", "(!a) && (b==1)"),
                List.of("`true`"),
                List.of("true", "1"));
        List<String> canonical = same.stream()
                .map(texts -> {
                    List<String> of = texts.stream()
                            .map(text -> Expression.of(text).canonical())
                            .distinct()
                            .toList();
                    assertThat(of).as("%s", texts).hasSize(1);
                    return of.get(0);
                })
                .toList();
        assertThat(canonical).doesNotHaveDuplicates();
    }

    @Test
    void refusesAnEmptyText() {
        assertThatThrownBy(() -> Expression.of(" \n "))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("must not be empty");
    }

    private static double evaluate(String text) {
        return Expression.of(text).over(List.of(), "field").evaluate(new double[0]);
    }
}
