package io.weir.contract.rulecheck;

import io.weir.contract.rule.AggregateRule;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.TextPattern;

/** A rule for metrics as they come, which asks for results: those come later. */
final class ResultCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        rules.enrich().forEach(rule -> check(rule, rule.match(), rules, findings));
        rules.derive().forEach(rule -> check(rule, rule.match(), rules, findings));
        rules.aggregate().forEach(rule -> check(rule, rule.match(), rules, findings));
    }

    private static void check(Object rule, Match match, RuleFile rules, Findings findings) {
        rules.aggregate().stream()
                .filter(each -> isResult(match.measurement(), each))
                .findFirst()
                .ifPresent(each -> findings.add(
                        rule,
                        "match.measurement",
                        "is what " + findings.named(each)
                                + " makes, and results are only routed, suppressed and watched",
                        "match what comes in"));
    }

    /** Only where the name says so; that a pattern takes in results as well is nothing to warn of. */
    private static boolean isResult(TextPattern measurement, AggregateRule rule) {
        TextPattern result = Results.of(rule).measurement();
        return measurement.isLiteral() && result.isLiteral() && Covering.covers(result, measurement);
    }
}
