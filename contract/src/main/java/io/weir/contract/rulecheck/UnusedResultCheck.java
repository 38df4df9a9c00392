package io.weir.contract.rulecheck;

import io.weir.contract.rule.RouteRule;
import io.weir.contract.rule.RuleFile;

/** A rule that makes series which go nowhere. */
final class UnusedResultCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        Results.of(rules).stream()
                .filter(result -> isUnused(result, rules))
                .forEach(result -> findings.add(
                        result.rule(),
                        "as",
                        "no route sends the results anywhere and no alarm watches them",
                        "route them, or leave the rule out"));
    }

    private static boolean isUnused(Result result, RuleFile rules) {
        return isDiscarded(result, rules) && rules.watched().stream().noneMatch(result::mayBe);
    }

    private static boolean isDiscarded(Result result, RuleFile rules) {
        for (RouteRule route : rules.route()) {
            if (!route.to().isEmpty() && result.mayBe(route.match())) {
                return false;
            }
            if (route.to().isEmpty() && Covering.covers(route.match(), result.series())) {
                return true;
            }
        }
        return false;
    }
}
