package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.match.Match;
import java.util.List;

/** Warns of a rule over groups whose series lack a tag of {@code by}, and so belong to no group. */
final class GroupTagCheck implements RuleCheck {

    /** The key that names tags, and the tags. */
    private record By(String place, List<String> keys) {}

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        TagChanges changes = checked.tagChanges();
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> check(rule, new By("by", rule.by()), place, match, changes, findings)));
        rules.alarms().forEach(alarm -> alarm.comparison()
                .ifPresent(rule ->
                        check(alarm, new By("peers.by", rule.by()), "match", alarm.match(), changes, findings)));
    }

    /** @param place of the match */
    private static void check(Object rule, By by, String place, Match match, TagChanges changes, Findings findings) {
        for (String key : by.keys) {
            if (match.without().contains(key)) {
                findings.add(
                        rule,
                        by.place,
                        "no series of " + place + " is in a group: its without excludes " + key,
                        "remove the tag from one of them");
            }
            // LostTagCheck reports a tag that the match itself requires.
            changes.lastChange(key, match)
                    .filter(change -> change.value().isEmpty() && !match.tags().containsKey(key))
                    .ifPresent(change -> findings.add(
                            rule,
                            by.place,
                            "no series of " + place + " is in a group: " + findings.named(change.rule()) + " removes "
                                    + key + " earlier",
                            "name the tags that remain, or change the order"));
        }
    }
}
