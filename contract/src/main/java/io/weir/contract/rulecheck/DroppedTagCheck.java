package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.TextPattern;
import java.util.List;

/** A tag that is dropped told series apart, unless the rule is for one value of it only, or a later rule gives it anew. */
final class DroppedTagCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        List<EnrichRule> enrich = rules.enrich();
        for (int i = 0; i < enrich.size(); i++) {
            EnrichRule rule = enrich.get(i);
            List<EnrichRule> later = enrich.subList(i + 1, enrich.size());
            rule.drop().stream()
                    .filter(key -> !isPinned(rule, key))
                    .filter(key -> later.stream().noneMatch(each -> isGiven(each, key)))
                    .forEach(key -> findings.add(
                            rule,
                            "drop",
                            "series that differ only in " + key + " become one, and their points overwrite each other",
                            "keep the tag where it tells series apart"));
        }
    }

    private static boolean isPinned(EnrichRule rule, String key) {
        TextPattern value = rule.match().tags().get(key);
        return value != null && value.isLiteral();
    }

    private static boolean isGiven(EnrichRule later, String key) {
        return later.set().containsKey(key)
                || later.rename().containsValue(key)
                || later.found().contains(key);
    }
}
