package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.List;
import java.util.Optional;

/**
 * Warns of a rule that requires tags as no series has them any more, because an earlier enrichment
 * changed them.
 */
final class LostTagCheck implements RuleCheck {
    private static final String MATCH = "match";

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        List<EnrichRule> enrich = rules.enrich();
        for (int i = 0; i < enrich.size(); i++) {
            Before before = new Before(i, checked, findings);
            before.check(enrich.get(i), MATCH, enrich.get(i).match());
        }
        Before last = new Before(enrich.size(), checked, findings);
        rules.convert().forEach(rule -> last.check(rule, MATCH, rule.match()));
        rules.derive().forEach(rule -> last.check(rule, MATCH, rule.match()));
        rules.aggregate().forEach(rule -> last.check(rule, MATCH, rule.match()));
        rules.groups()
                .forEach(rule -> GroupPlaces.matches(rule).forEach((place, match) -> last.check(rule, place, match)));
        rules.route().forEach(rule -> last.check(rule, MATCH, last.ofAnything(rule, rule.match())));
        rules.suppress().forEach(rule -> last.check(rule, MATCH, last.ofAnything(rule, rule.match())));
        rules.alarms().forEach(rule -> last.check(rule, rule.path(), last.ofAnything(rule, rule.match())));
        rules.absences().forEach(rule -> last.check(rule, rule.by(), last.ofAnything(rule, rule.match())));
    }

    /**
     * The enrichment before a match.
     *
     * @param enrich the number of rules, from the first
     */
    private record Before(int enrich, CheckedRules checked, Findings findings) {

        Optional<TagChange> lastChange(String key, Match match) {
            return checked.tagChanges().lastChange(key, match, enrich);
        }

        /** The rule's match. Results had another measurement when their input was enriched. */
        Match ofAnything(Object rule, Match match) {
            findings.inspect(rule);
            return checked.results().maySome(match) ? Results.as(Glob.ANY, match) : match;
        }

        /** @param distinguishing the tags that distinguish its alarms */
        void check(RaisesAlarms rule, List<String> distinguishing, Match match) {
            check(rule, MATCH, match);
            rule.handling().namedTags().forEach((place, keys) -> keys.stream()
                    .filter(key -> !match.tags().containsKey(key) && !distinguishing.contains(key))
                    .forEach(key -> lastChange(key, match)
                            .filter(change -> change.value().isEmpty())
                            .ifPresent(change -> findings.add(
                                    rule,
                                    place,
                                    "names the tag " + key + ", which no alarm has: " + findings.named(change.rule())
                                            + " removes it earlier",
                                    "name the tags that remain, or change the order"))));
        }

        void check(Object rule, String place, Match match) {
            match.tags().forEach((key, wanted) -> lastChange(key, match)
                    .filter(change -> !change.allows(wanted))
                    .ifPresent(change -> add(rule, place + ".tags." + key, change)));
            match.without().forEach(key -> lastChange(key, match)
                    .filter(change -> change.value().isPresent())
                    .ifPresent(change -> add(rule, place + ".without", change)));
            match.not().forEach((key, unwanted) -> lastChange(key, match)
                    .filter(change -> change.allows(unwanted))
                    .ifPresent(change -> add(rule, place + ".not." + key, change)));
        }

        private void add(Object rule, String key, TagChange change) {
            String done = change.value()
                    .map(value -> "sets the tag to \"" + value + "\"")
                    .orElse("removes the tag");
            findings.add(
                    rule,
                    key,
                    "no series matches: " + findings.named(change.rule()) + " " + done + " earlier",
                    "match the resulting tags, or change the order");
        }
    }
}
