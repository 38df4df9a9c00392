package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.Histogram;
import io.weir.contract.rule.match.Match;
import java.util.List;

/**
 * Warns of a rule over groups whose series lack a tag of {@code by} or {@code buckets}, and so belong to
 * no group, or a tag whose values it counts.
 */
final class GroupTagCheck implements RuleCheck {

    /**
     * Tags that series need.
     *
     * @param place the key that names them
     * @param purpose what only series with the tags do
     */
    private record Needed(String place, List<String> keys, String purpose) {

        static Needed by(String place, List<String> keys) {
            return new Needed(place, keys, "is in a group");
        }
    }

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        TagChanges changes = checked.tagChanges();
        rules.groups().forEach(rule -> GroupPlaces.matches(rule).forEach((place, match) -> {
            check(rule, Needed.by("by", rule.by()), place, match, changes, findings);
            Needed counted = new Needed("distinct", rule.result().distinctTags(), "has a value to count");
            check(rule, counted, place, match, changes, findings);
            List<String> bounds =
                    rule.result().histogram().flatMap(Histogram::tag).stream().toList();
            check(rule, Needed.by("buckets", bounds), place, match, changes, findings);
        }));
        rules.alarms().forEach(alarm -> alarm.comparison()
                .ifPresent(rule ->
                        check(alarm, Needed.by("peers.by", rule.by()), "match", alarm.match(), changes, findings)));
    }

    /** @param place of the match */
    private static void check(
            Object rule, Needed tags, String place, Match match, TagChanges changes, Findings findings) {
        for (String key : tags.keys) {
            if (match.without().contains(key)) {
                findings.add(
                        rule,
                        tags.place,
                        "no series of " + place + " " + tags.purpose + ": its without excludes " + key,
                        "remove the tag from one of them");
            }
            // LostTagCheck reports a tag that the match itself requires.
            changes.lastChange(key, match)
                    .filter(change -> change.value().isEmpty() && !match.tags().containsKey(key))
                    .ifPresent(change -> findings.add(
                            rule,
                            tags.place,
                            "no series of " + place + " " + tags.purpose + ": " + findings.named(change.rule())
                                    + " removes " + key + " earlier",
                            "name the tags that remain, or change the order"));
        }
    }
}
