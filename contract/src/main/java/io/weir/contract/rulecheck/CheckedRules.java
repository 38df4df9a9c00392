package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;

/**
 * The input of the checks.
 *
 * @param tagChanges the effect of {@code enrich} on tags
 * @param results the series that rules make
 * @param changes what other rules add to these
 */
record CheckedRules(
        RuleFile rules, TagChanges tagChanges, ResultIndex results, ResultChanges changes, Comparisons comparisons) {

    static CheckedRules of(RuleFile rules, Comparisons comparisons) {
        return new CheckedRules(
                rules,
                new TagChanges(rules.enrich(), comparisons),
                new ResultIndex(Results.of(rules), comparisons),
                new ResultChanges(rules),
                comparisons);
    }
}
