package io.weir.contract.rule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Refuses rules that read their own results, and chains of too many rules. */
final class ChainCheck {
    private ChainCheck() {}

    static void check(RuleFile rules, RuleLines lines) {
        Map<String, Object> byName = new HashMap<>();
        rules.aggregate().forEach(rule -> byName.put(rule.name(), rule));
        rules.groups().forEach(rule -> byName.put(rule.name(), rule));
        rules.alarms().forEach(rule -> byName.put(rule.name(), rule));
        ResultGraph graph = ResultGraph.of(rules);
        graph.mixing()
                .forEach(rule -> lines.refuse(
                        Objects.requireNonNull(byName.get(rule)),
                        "as",
                        "would mix results with those of another rule, which it reads",
                        "give results another measurement with as"));
        Map<String, List<String>> circles = graph.circles();
        circles.forEach((rule, way) -> lines.refuse(
                Objects.requireNonNull(byName.get(rule)),
                "as",
                "reads its own results: " + rule + " ← " + String.join(" ← ", way),
                "give results another measurement with as, or match others"));
        if (circles.isEmpty()) {
            graph.tooHigh()
                    .forEach(rule -> lines.refuse(
                            Objects.requireNonNull(byName.get(rule)),
                            "match",
                            "reads results at the end of a chain of more than " + ResultGraph.MOST_LEVELS + " rules",
                            "combine some of them"));
        }
    }
}
