package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.match.Match;

/**
 * Warns of a rule for input metrics that matches results. Results are made later, so that no rule
 * can wait for itself. An alarm with a derivation or a comparison is such a rule, too.
 */
final class ResultCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        ResultIndex results = checked.results();
        rules.enrich().forEach(rule -> check(rule, "match", rule.match(), results, findings));
        rules.convert().forEach(rule -> check(rule, "match", rule.match(), results, findings));
        rules.derive().forEach(rule -> check(rule, "match", rule.match(), results, findings));
        rules.aggregate().forEach(rule -> check(rule, "match", rule.match(), results, findings));
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> check(rule, place, match, results, findings)));
        rules.alarms().stream()
                .filter(rule ->
                        rule.derivation().isPresent() || rule.comparison().isPresent())
                .forEach(rule -> check(rule, "match", rule.match(), results, findings));
    }

    /** Checks only matches that name the results. A pattern that also matches results is normal. */
    private static void check(Object rule, String place, Match match, ResultIndex results, Findings findings) {
        findings.inspect(rule);
        results.firstNamedBy(match)
                .ifPresent(result -> findings.add(
                        rule,
                        place + ".measurement",
                        "matches results of " + findings.named(result.rule())
                                + ", which can only be routed, suppressed and used in alarms",
                        "match input lines"));
    }
}
