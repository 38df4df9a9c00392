package io.weir.contract.rule;

import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.metric.RouteRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The rules that apply to results of rules. */
public final class ResultRuleFile {
    private ResultRuleFile() {}

    /**
     * Rules that change metrics or compute others remain if their match names results; of group
     * rules, all remain. They do not keep results from storage. Types are those of
     * lines from senders. Results computed for an alarm go to
     * alarming only.
     */
    public static RuleFile of(RuleFile rules, ResultGraph graph) {
        Stream<RouteRule> hidden = rules.alarms().stream()
                .filter(alarm -> alarm.comparison().isPresent())
                .map(alarm -> new RouteRule(alarm.watched(), Set.of(), Optional.empty()));
        return new RuleFile(
                rules.version(),
                List.of(),
                rules.enrich().stream()
                        .filter(rule -> graph.isNamedBy(rule.match()))
                        .toList(),
                rules.convert().stream()
                        .filter(rule -> graph.isNamedBy(rule.match()))
                        .toList(),
                rules.derive().stream()
                        .filter(rule -> graph.isNamedBy(rule.match()))
                        .toList(),
                rules.aggregate().stream()
                        .filter(rule -> graph.isNamedBy(rule.match()))
                        .map(AggregateRule::keepingRaw)
                        .toList(),
                rules.groups().stream().map(GroupRule::keepingRaw).toList(),
                Stream.concat(hidden, rules.route().stream()).toList(),
                rules.suppress(),
                rules.alarms().stream()
                        .map(alarm -> graph.isNamedBy(alarm.match()) ? alarm : alarm.ofResults())
                        .toList(),
                rules.absences(),
                rules.composites(),
                rules.late(),
                rules.storage());
    }
}
