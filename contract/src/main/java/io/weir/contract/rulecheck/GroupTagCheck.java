package io.weir.contract.rulecheck;

import io.weir.contract.rule.GroupRule;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RuleFile;

/** A rule over groups whose series lack a tag of {@code by}, and so are in no group. */
final class GroupTagCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> check(rule, place, match, rules, findings)));
    }

    private static void check(GroupRule rule, String place, Match match, RuleFile rules, Findings findings) {
        for (String key : rule.by()) {
            if (match.without().contains(key)) {
                findings.add(
                        rule,
                        "by",
                        "no series of " + place + " is in a group: its without wants them to lack " + key,
                        "leave the tag out of one of the two");
            }
            // A tag for which the match asks is told by the check of matches.
            TagFate.of(key, match, rules.enrich())
                    .filter(fate -> fate.value().isEmpty() && !match.tags().containsKey(key))
                    .ifPresent(fate -> findings.add(
                            rule,
                            "by",
                            "no series of " + place + " is in a group: " + findings.named(fate.rule()) + " takes " + key
                                    + " away before",
                            "name the tags as they are then, or change the order"));
        }
    }
}
