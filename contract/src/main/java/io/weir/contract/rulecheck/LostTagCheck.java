package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Glob;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RaisesAlarms;
import io.weir.contract.rule.RuleFile;
import java.util.List;
import java.util.Optional;

/** A rule that asks for tags as no series has them any more, because an enrichment has changed them before. */
final class LostTagCheck implements RuleCheck {
    private static final String MATCH = "match";

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        TagChanges changes = checked.tagChanges();
        ResultIndex results = checked.results();
        int all = rules.enrich().size();
        for (int i = 0; i < all; i++) {
            EnrichRule rule = rules.enrich().get(i);
            check(rule, MATCH, rule.match(), new Before(changes, i), findings);
        }
        Before last = new Before(changes, all);
        rules.convert().forEach(rule -> check(rule, MATCH, rule.match(), last, findings));
        rules.derive().forEach(rule -> check(rule, MATCH, rule.match(), last, findings));
        rules.aggregate().forEach(rule -> check(rule, MATCH, rule.match(), last, findings));
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> check(rule, place, match, last, findings)));
        rules.route().forEach(rule -> check(rule, MATCH, ofAnything(rule.match(), results), last, findings));
        rules.suppress().forEach(rule -> check(rule, MATCH, ofAnything(rule.match(), results), last, findings));
        rules.alarms().forEach(rule -> check(rule, ofAnything(rule.match(), results), rule.path(), last, findings));
        rules.absences().forEach(rule -> check(rule, ofAnything(rule.match(), results), rule.by(), last, findings));
    }

    /** So many rules of enrich from the first on, which come before a match. */
    private record Before(TagChanges changes, int rules) {
        Optional<TagFate> fate(String key, Match match) {
            return changes.fate(key, match, rules);
        }
    }

    /** @param telling the tags that tell its alarms apart */
    private static void check(RaisesAlarms rule, Match match, List<String> telling, Before before, Findings findings) {
        check(rule, MATCH, match, before, findings);
        rule.handling().namedTags().forEach((place, keys) -> keys.stream()
                .filter(key -> !match.tags().containsKey(key) && !telling.contains(key))
                .forEach(key -> before.fate(key, match)
                        .filter(fate -> fate.value().isEmpty())
                        .ifPresent(fate -> findings.add(
                                rule,
                                place,
                                "names the tag " + key + ", which no alarm has: " + findings.named(fate.rule())
                                        + " takes it away before",
                                "name the tags as they are then, or change the order"))));
    }

    private static void check(Object rule, String place, Match match, Before before, Findings findings) {
        match.tags().forEach((key, wanted) -> before.fate(key, match)
                .filter(fate -> !fate.allows(wanted))
                .ifPresent(fate -> add(rule, place + ".tags." + key, fate, findings)));
        match.without().forEach(key -> before.fate(key, match)
                .filter(fate -> fate.value().isPresent())
                .ifPresent(fate -> add(rule, place + ".without", fate, findings)));
        match.not().forEach((key, unwanted) -> before.fate(key, match)
                .filter(fate -> fate.allows(unwanted))
                .ifPresent(fate -> add(rule, place + ".not." + key, fate, findings)));
    }

    private static void add(Object rule, String key, TagFate fate, Findings findings) {
        String done =
                fate.value().map(value -> "sets the tag to \"" + value + "\"").orElse("takes the tag away");
        findings.add(
                rule,
                key,
                "no series is like this: " + findings.named(fate.rule()) + " " + done + " before",
                "ask for the tags as they are then, or change the order");
    }

    /** Results had another measurement when they were enriched. */
    private static Match ofAnything(Match match, ResultIndex results) {
        return results.maySome(match) ? Results.as(Glob.ANY, match) : match;
    }
}
