package io.weir.contract.rulecheck;

import io.weir.contract.rule.AlarmRule;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RouteRule;
import io.weir.contract.rule.RuleFile;

/** An aggregation whose results go nowhere. */
final class UnusedResultCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        rules.aggregate().stream()
                .filter(rule -> isUnused(Results.of(rule), rules))
                .forEach(rule -> findings.add(
                        rule,
                        "as",
                        "no route sends the results anywhere and no alarm watches them",
                        "route them, or leave the rule out"));
    }

    private static boolean isUnused(Match results, RuleFile rules) {
        return isDiscarded(results, rules)
                && rules.alarms().stream().map(AlarmRule::match).noneMatch(match -> match.mayShareSeries(results));
    }

    private static boolean isDiscarded(Match results, RuleFile rules) {
        for (RouteRule route : rules.route()) {
            if (!route.to().isEmpty() && route.match().mayShareSeries(results)) {
                return false;
            }
            if (route.to().isEmpty() && Covering.covers(route.match(), results)) {
                return true;
            }
        }
        return false;
    }
}
