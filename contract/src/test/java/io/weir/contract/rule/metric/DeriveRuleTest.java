package io.weir.contract.rule.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.expression.Expression;
import io.weir.contract.rule.RuleCase;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.match.Direction;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeriveRuleTest {

    private static final FieldFunction RATE = new FieldFunction.Rate(Duration.ofSeconds(1), 0);

    @Test
    void knowsWhichFieldsItsResultsMayBe() {
        DeriveRule rule = new DeriveRule(
                "r", Match.ALL, new Derivation.FromField(Fields.named("in*"), RATE), "link <field> rate");

        assertThat(rule.derives("link in_octets rate")).isTrue();
        assertThat(rule.derives("link in rate")).isTrue();
        assertThat(rule.derives("link out_octets rate")).isFalse();
        assertThat(rule.derives("link rate")).isFalse();
        assertThat(rule.derives("in_octets rate")).isFalse();
        assertThat(rule.results()).isEmpty();
    }

    @Test
    void readsTheVariablesOfItsExpression() {
        DeriveRule rule = new DeriveRule("r", Match.ALL, new Derivation.FromLine(Expression.of("`a b` + c")), "d");

        assertThat(rule.reads()).containsExactly("a b", "c");
        assertThat(rule.derives("d")).isTrue();
        assertThat(rule.derives("c")).isFalse();
    }

    @Test
    void readsEachFunctionWithItsOptions() {
        RuleFile rules = RuleLoader.parse(
                "derive.yaml",
                RuleCase.good().stream()
                        .filter(good -> good.name().equals("derive.yaml"))
                        .findFirst()
                        .orElseThrow()
                        .text());

        assertThat(rules.derive())
                .extracting(rule -> rule.derivation() instanceof Derivation.FromField from ? from.function() : "")
                .containsExactly(
                        RATE,
                        new FieldFunction.Rate(Duration.ofMinutes(1), 32),
                        new FieldFunction.Increment(64),
                        new FieldFunction.Difference(),
                        new FieldFunction.SinceChange(),
                        new FieldFunction.Trend(Duration.ofMinutes(10), Duration.ofHours(1)),
                        new FieldFunction.MovingAverage(Duration.ofMinutes(10), false),
                        new FieldFunction.MovingAverage(Duration.ofMinutes(10), true),
                        new FieldFunction.Lagged(Duration.ofHours(1), FieldFunction.Since.LAG),
                        new FieldFunction.Lagged(Duration.ofHours(1), FieldFunction.Since.DELTA),
                        new FieldFunction.TimeUntil(Duration.ofMinutes(10), Direction.ABOVE, 100),
                        new FieldFunction.TimeUntil(Duration.ofHours(2), Direction.BELOW, 1.5),
                        "",
                        "",
                        new FieldFunction.Trend(Duration.ofMinutes(5), Duration.ofSeconds(1)),
                        "");
        assertThat(rules.derive())
                .extracting(rule -> rule.result("x"))
                .containsExactly(
                        "x_rate",
                        "x_per_minute",
                        "new_packets",
                        "x_difference",
                        "x_since_change",
                        "x_trend",
                        "x_ewma",
                        "x_z_score",
                        "x_lag",
                        "x_delta",
                        "x_time_until",
                        "x_time_until",
                        "used_percent",
                        "recv",
                        "x_trend",
                        "used_percent");
    }
}
