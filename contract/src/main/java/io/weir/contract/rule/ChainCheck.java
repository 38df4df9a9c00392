package io.weir.contract.rule;

import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.metric.AggregateRule;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.GroupRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Refuses rules that read their own results, and chains of too many rules. */
final class ChainCheck {
    private ChainCheck() {}

    static void check(
            List<EnrichRule> enrich,
            List<DeriveRule> derive,
            List<AggregateRule> aggregates,
            List<GroupRule> groups,
            List<AlarmRule> alarms,
            RuleLines lines) {
        Map<String, Object> byName = new HashMap<>();
        aggregates.forEach(rule -> byName.put(rule.name(), rule));
        groups.forEach(rule -> byName.put(rule.name(), rule));
        alarms.forEach(rule -> byName.put(rule.name(), rule));
        List<GroupRule> groupings = Stream.concat(
                        groups.stream(), alarms.stream().flatMap(alarm -> alarm.comparison().stream()))
                .toList();
        ResultGraph graph = ResultGraph.of(enrich, derive, aggregates, groupings);
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
