package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.OneOf;
import java.util.Collections;
import java.util.Optional;
import java.util.stream.Stream;

/** Warns of a list that names results beside a pattern: rules read results by exact names only. */
final class MixedListCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        rules.enrich().forEach(rule -> check(rule, "match", rule.match(), checked, findings));
        rules.convert().forEach(rule -> check(rule, "match", rule.match(), checked, findings));
        rules.derive().forEach(rule -> check(rule, "match", rule.match(), checked, findings));
        rules.aggregate().forEach(rule -> check(rule, "match", rule.match(), checked, findings));
        for (GroupRule rule : rules.groups()) {
            GroupPlaces.matches(rule).forEach((key, match) -> check(rule, key, match, checked, findings));
        }
        for (AlarmRule rule : rules.alarms()) {
            // Other alarms apply to results by any match.
            if (rule.derivation().isPresent() || rule.comparison().isPresent()) {
                check(rule, "match", rule.match(), checked, findings);
            }
        }
    }

    private static void check(Object rule, String key, Match match, CheckedRules checked, Findings findings) {
        findings.inspect(rule);
        namesBesidePattern(match)
                .flatMap(name -> result(name, checked).stream().map(result -> new Named(name, result)))
                .findFirst()
                .ifPresent(named -> findings.add(
                        rule,
                        key + ".measurement",
                        "does not apply to " + named.name + ", the results of " + findings.named(named.result.rule())
                                + ": a list with a pattern names no results",
                        "write a rule with exact names for results"));
    }

    private record Named(String name, Result result) {}

    private static Stream<String> namesBesidePattern(Match match) {
        return match.measurement() instanceof OneOf list && list.texts().isEmpty()
                ? list.patterns().stream()
                        .flatMap(pattern -> pattern.texts().stream().flatMap(texts -> texts.stream()))
                : Stream.empty();
    }

    private static Optional<Result> result(String name, CheckedRules checked) {
        return checked.results().firstNamedBy(new Match(new Glob(name), Collections.emptySortedMap()));
    }
}
