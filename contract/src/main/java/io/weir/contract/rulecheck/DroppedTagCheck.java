package io.weir.contract.rulecheck;

import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Warns of a dropped tag that distinguished series. The rule may drop a tag if it matches only one
 * value of it, or if a later rule sets it again.
 */
final class DroppedTagCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        List<EnrichRule> enrich = checked.rules().enrich();
        Map<String, Integer> lastGiven = new HashMap<>();
        for (int i = 0; i < enrich.size(); i++) {
            int place = i;
            EnrichRule rule = enrich.get(i);
            rule.set().keySet().forEach(key -> lastGiven.put(key, place));
            rule.rename().values().forEach(key -> lastGiven.put(key, place));
            rule.found().forEach(key -> lastGiven.put(key, place));
        }
        for (int i = 0; i < enrich.size(); i++) {
            int place = i;
            EnrichRule rule = enrich.get(i);
            rule.drop().stream()
                    .filter(key -> !isPinned(rule, key))
                    .filter(key -> lastGiven.getOrDefault(key, -1) <= place)
                    .forEach(key -> findings.add(
                            rule,
                            "drop",
                            "series that differ only in " + key + " become one, and their points overwrite each other",
                            "keep the tag where it distinguishes series"));
        }
    }

    private static boolean isPinned(EnrichRule rule, String key) {
        TextPattern value = rule.match().tags().get(key);
        return value != null && value.isLiteral();
    }
}
