package io.weir.dashboard.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleText;
import io.weir.contract.rule.match.TableSource;
import io.weir.contract.rulecheck.Finding;
import io.weir.dashboard.api.CheckedRules.Named;
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
                        new Named("alarms", "hot", 3),
                        new Named("alarms", "silent", 4),
                        new Named("aggregate", "mean", 6),
                        new Named("aggregate", "sum", 7),
                        new Named("enrich", "racks", 9),
                        new Named("suppress", "same", 11));
        assertThat(rules.warnings()).extracting(Finding::line).containsExactly(7, 11);
    }
}
