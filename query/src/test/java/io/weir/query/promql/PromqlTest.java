package io.weir.query.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.query.promql.Expression.Binary;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.Negation;
import io.weir.query.promql.Expression.NumberLiteral;
import io.weir.query.promql.Expression.StringLiteral;
import io.weir.query.promql.Expression.Subquery;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.TimeShift.Anchor;
import io.weir.query.series.Matcher;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromqlTest {
    @Test
    void operatorsBindAsInPrometheus() {
        Binary sum = (Binary) Promql.parse("1 + 2 * -3 ^ 2 ^ 0.5");
        assertThat(sum.operator()).isEqualTo(BinaryOperator.ADD);
        Binary product = (Binary) sum.right();
        Negation negation = (Negation) product.right();
        Binary power = (Binary) negation.operand();
        assertThat(power.left()).isEqualTo(new NumberLiteral(3));
        assertThat(((Binary) power.right()).operator()).isEqualTo(BinaryOperator.POW);
    }

    @Test
    void modifiersOfTimeComeInAnyOrder() {
        TimeShift both = new TimeShift(-90_000, Anchor.TIMESTAMP, 1500);
        assertThat(((VectorSelector) Promql.parse("up @ 1.5 offset -1m30s")).shift())
                .isEqualTo(both);
        MatrixSelector range = (MatrixSelector) Promql.parse("up{a='b'}[1h] offset -1m30s @ 1.5");
        assertThat(range.shift()).isEqualTo(both);
        assertThat(range.range()).isEqualTo(3_600_000);
        assertThat(range.matchers()).hasToString("[a=\"b\", __name__=\"up\"]");
        Subquery subquery = (Subquery) Promql.parse("sum(up)[1d:5m] @ end()");
        assertThat(subquery.step()).isEqualTo(300_000);
        assertThat(subquery.shift()).isEqualTo(new TimeShift(0, Anchor.END, 0));
    }

    @Test
    void textsHaveTheEscapesOfGo() {
        assertThat(Promql.parse("\"\\x41\\102\\u00e4\\xc3\\xa4\\n\\\"\"")).isEqualTo(new StringLiteral("ABää\n\""));
        assertThat(Promql.parse("`\\n`")).isEqualTo(new StringLiteral("\\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "sum(increas(up[5m])) | 1:5: function increas is not supported; did you mean \"increase\"?",
                "histogram_count(up) | 1:1: function histogram_count is not supported: it needs native histograms",
                "rate(up) | 1:6: rate needs a range vector here, not an instant vector",
                "sum by (host (up) | 1:14: unexpected \"(\", expected \",\" or \")\"",
                "up{host=\"a} | 1:9: the text that begins here has no closing \"",
                "up + | 1:5: unexpected end of the query, expected an expression",
                "up[5] | 1:4: \"5\" is neither a number nor a duration such as 5m or 1h30m",
                "up[1m2h] | 1:4: the units of \"1m2h\" are not in the order y, w, d, h, m, s, ms, each once",
                "up offset 0s | 1:11: a duration must be longer than 0",
                "up{host=~\"(\"} | 1:10: invalid regular expression: missing closing )",
                "{host=~\".*\"} | 1:1: the selector matches series of every name; add a matcher that does not match the empty text",
                "sum by (without) (up) | 1:9: unexpected \"without\", expected a label",
                "up + bool up | 1:6: bool follows a comparison only",
                "up == bool 1 and 2 | 1:14: and needs instant vectors, not a scalar",
                "1 == 2 | 1:3: a comparison of scalars needs bool: == bool",
                "(up)[5m] | 1:6: a range follows a selector only; write [RANGE:] for the values of an expression",
                "a / on(x) group_left (b + c) | 1:22: after group_left, parentheses contain labels; add () before",
                "clamp(up, 1) | 1:1: clamp has 2 arguments; it needs 3",
                "up[] | 1:4: unexpected \"]\", expected a duration such as 5m",
                "up[\"5m\"] | 1:4: unexpected character \"",
                "sum up | 1:5: unexpected \"up\", expected an operator or the end of the query",
                "up $ 1 | 1:4: unexpected character $",
            })
    void errorsNameThePlaceAndTheReason(String query, String message) {
        assertThatThrownBy(() -> Promql.parse(query)).hasMessage(message);
    }

    @Test
    void errorsHaveTheLine() {
        PromqlException error =
                catchThrowableOfType(PromqlException.class, () -> Promql.parse("# ä\nsum(up) by (host)\n  + + )"));
        assertThat(error).hasMessageStartingWith("3:7: unexpected \")\"");
        assertThat(error.position()).isEqualTo(28);
    }

    /** RE2/J alone takes all memory for the first ones, and all of the stack for the last one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "((x{1000}){1000}){1000}",
                "x{1000}(?i){1000}(?i){1000}",
                "(x{1000})\\\\Q\\\\E{1000}(?-i){1000}",
                "(x{1000})*(?s){1000}(?s){1000}",
                "(x{2,1000}){0,1000}",
                "[)](x{1000}[(]){1000}",
                "NESTED"
            })
    void largeRegularExpressionsAreRefused(String regex) {
        String text = regex.replace("NESTED", "(".repeat(2_000) + ")".repeat(2_000));
        String refused = "repeats make more than 100000 characters";
        assertThatThrownBy(() -> Promql.parse("{a=~\"" + text + "\"}")).hasMessageContaining("1:5: " + refused);
        assertThatThrownBy(() -> Promql.parse("label_replace(up, \"a\", \"\", \"b\", \"" + text + "\")"))
                .hasMessageContaining(refused);
    }

    @Test
    void regularExpressionsOfAQueryCountTogether() {
        Promql.parse("{a=~\"(abc|d){1000}x\"}");
        assertThatThrownBy(() -> Promql.parse("{a=~\"x{1000}\"" + ", b!~\"x{1000}\"".repeat(100) + "}"))
                .hasMessageContaining("of the regular expressions of the query");
    }

    @Test
    void nestedParenthesesOfARegularExpressionDoNotExhaustTheStack() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        String regex = "(".repeat(250) + "x" + ")".repeat(250);
        Thread thread = new Thread(
                null,
                () -> assertThat(new Matcher("a", Matcher.Comparison.MATCHES, regex).matches("x"))
                        .isTrue(),
                "parser",
                512 * 1024);
        thread.setUncaughtExceptionHandler((ignored, thrown) -> failure.set(thrown));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
    }

    /** The thread has half of Java's default stack. */
    @Test
    void nestingDoesNotExhaustTheStack() throws Exception {
        int depth = Promql.MOST_TOKENS / 2 - 1;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    for (String query : List.of(
                            "(".repeat(depth) + "1" + ")".repeat(depth),
                            "-".repeat(2 * depth) + "1",
                            "1" + "^1".repeat(depth),
                            "1" + "+1".repeat(depth))) {
                        assertThatThrownBy(() -> Promql.parse(query)).hasMessageContaining("nests deeper than 500");
                    }
                    Promql.parse("1" + "+1".repeat(490));
                },
                "parser",
                512 * 1024);
        thread.setUncaughtExceptionHandler((ignored, thrown) -> failure.set(thrown));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
        assertThatThrownBy(() -> Promql.parse("-".repeat(Promql.MOST_TOKENS) + "1"))
                .hasMessageStartingWith("1:5001: the query has 5002 tokens; the most are 5000");
    }
}
