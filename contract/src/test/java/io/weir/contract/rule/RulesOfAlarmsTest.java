package io.weir.contract.rule;

import static io.weir.contract.rule.RuleLoaderTest.match;
import static io.weir.contract.rule.RuleLoaderTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.expression.Expression;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.PeerScore;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.metric.Derivation;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.FieldFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules for metrics that alarms imply. */
class RulesOfAlarmsTest {
    /**
     * The rule that compares, and a limit of its score. If the rule file gives only a distance, the
     * limit applies to both sides.
     */
    @Test
    void readsPeerAlarmsAsAGroupRuleAndALevel() {
        RuleFile rules = RuleLoader.parse("everything.yaml", text("everything.yaml"));
        List<GroupRule> all = rules.groupings();
        AlarmRule odd = rules.alarms().stream()
                .filter(alarm -> alarm.name().equals("odd-one-out"))
                .findFirst()
                .orElseThrow();

        assertThat(all.subList(0, rules.groups().size())).isEqualTo(rules.groups());
        assertThat(all.get(rules.groups().size()))
                .isEqualTo(new GroupRule(
                        "odd-one-out",
                        List.of(GroupInput.ofPeers(
                                match("net", Map.of("role", "storage")), "alarm:odd-one-out", AggregateFunction.LAST)),
                        List.of("role"),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        "alarm:odd-one-out",
                        10,
                        Repeats.REPLACE,
                        new PeerScore("alarm:odd-one-out")));
        assertThat(odd.levels().all()).containsExactly(new Limit(Limit.Kind.OUTSIDE, -6, 6, -6, 6));
        assertThat(odd.watched()).isEqualTo(match("alarm:odd-one-out", Map.of()));
        RuleFile forResults = ResultRuleFile.of(rules, ResultGraph.of(rules));
        assertThat(forResults.route().get(0).match()).isEqualTo(odd.watched());
        assertThat(forResults.route().get(0).to()).isEmpty();
        assertThat(forResults.groupings()).isEqualTo(rules.groups());
        assertThat(forResults.derivations()).isEmpty();
    }

    @Test
    void derivationsOfAlarmsFollowThoseOfRules() {
        RuleFile rules = RuleLoader.parse("everything.yaml", text("everything.yaml"));
        List<DeriveRule> all = rules.derivations();

        assertThat(all.subList(0, rules.derive().size())).isEqualTo(rules.derive());
        assertThat(all.subList(rules.derive().size(), all.size()))
                .containsExactly(
                        new DeriveRule(
                                "drops",
                                match("net", Map.of()),
                                new Derivation.FromField(
                                        Fields.named("dropped"), new FieldFunction.Rate(Duration.ofMinutes(1), 32)),
                                "alarm:drops"),
                        new DeriveRule(
                                "odd-one-out",
                                match("net", Map.of("role", "storage")),
                                new Derivation.FromField(
                                        Fields.named("dropped"),
                                        new FieldFunction.Rate(Duration.ofSeconds(1), FieldFunction.NEVER_WRAPS)),
                                "alarm:odd-one-out"),
                        new DeriveRule(
                                "disk-share",
                                match("disk", Map.of()),
                                new Derivation.FromLine(Expression.of("used / total")),
                                "alarm:disk-share"));
    }
}
