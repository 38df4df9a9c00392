package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rulecheck.Finding;
import io.weir.dashboard.live.NamedRule;
import org.junit.jupiter.api.Test;

class CheckedRulesTest {

    @Test
    void listsRulesWithLinesAndWarnings() {
        String text = """
                version: 1
                alarms:
                  - {name: hot, match: {measurement: temp}, field: c, major: {above: 80}}
                  - {name: silent, match: {measurement: temp}, by: [hostname], absent: 1m}
                aggregate:
                  - {name: mean, match: {measurement: cpu}, fields: [value], functions: [mean], window: 1s}
                  - {name: sum, match: {measurement: cpu}, by: [rack], fields: [value], functions: [sum], window: 1s}
                enrich:
                  - {name: racks, match: {measurement: cpu}, set: {rack: a}}
                suppress:
                  - {name: same, match: {measurement: temp}, mode: change}
                route:
                  - {match: {measurement: temp}, to: [storage]}
                """;
        CheckedRules rules = CheckedRules.of(
                "rules.yaml",
                RuleText.parse("rules.yaml", text.getBytes(UTF_8), TableSource.NONE)
                        .located());
        assertThat(rules.rules())
                .containsExactly(
                        new NamedRule("alarms", "hot", 3),
                        new NamedRule("alarms", "silent", 4),
                        new NamedRule("aggregate", "mean", 6),
                        new NamedRule("aggregate", "sum", 7),
                        new NamedRule("enrich", "racks", 9),
                        new NamedRule("suppress", "same", 11));
        assertThat(rules.warnings()).extracting(Finding::line).containsExactly(7, 11);
    }
}
