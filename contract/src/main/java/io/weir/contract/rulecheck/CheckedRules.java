package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;

/**
 * The rules that are checked.
 *
 * @param tagChanges what {@code enrich} does to tags
 * @param results what rules make of series
 */
record CheckedRules(RuleFile rules, TagChanges tagChanges, ResultIndex results, Comparisons comparisons) {

    static CheckedRules of(RuleFile rules, Comparisons comparisons) {
        return new CheckedRules(
                rules,
                new TagChanges(rules.enrich(), comparisons),
                new ResultIndex(Results.of(rules), comparisons),
                comparisons);
    }
}
