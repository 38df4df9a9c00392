package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.AggregateRule;
import io.weir.contract.rule.metric.ConvertRule;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The measurements that rules for input metrics name, without patterns. */
final class InputNames {
    private InputNames() {}

    static Set<String> of(RuleFile rules) {
        Set<String> names = new HashSet<>();
        rules.enrich().stream().map(EnrichRule::match).forEach(match -> add(match, names));
        rules.convert().stream().map(ConvertRule::match).forEach(match -> add(match, names));
        rules.derive().stream().map(DeriveRule::match).forEach(match -> add(match, names));
        rules.aggregate().stream().map(AggregateRule::match).forEach(match -> add(match, names));
        rules.groups().forEach(rule -> GroupPlaces.matches(rule).values().forEach(match -> add(match, names)));
        return names;
    }

    private static void add(Match match, Set<String> names) {
        match.measurement().texts().ifPresent(names::addAll);
    }

    /** Returns whether the names contain one of the match's. */
    static boolean has(Set<String> names, Match match) {
        return match.measurement().texts().orElse(List.of()).stream().anyMatch(names::contains);
    }
}
