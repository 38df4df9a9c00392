package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Glob;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RaisesAlarms;
import io.weir.contract.rule.RuleFile;
import java.util.List;

/** A rule that asks for tags as no series has them any more, because an enrichment has changed them before. */
final class LostTagCheck implements RuleCheck {
    private static final String MATCH = "match";

    @Override
    public void check(RuleFile rules, Findings findings) {
        List<EnrichRule> enrich = rules.enrich();
        List<Result> results = Results.of(rules);
        for (int i = 0; i < enrich.size(); i++) {
            check(enrich.get(i), MATCH, enrich.get(i).match(), enrich.subList(0, i), findings);
        }
        rules.convert().forEach(rule -> check(rule, MATCH, rule.match(), enrich, findings));
        rules.derive().forEach(rule -> check(rule, MATCH, rule.match(), enrich, findings));
        rules.aggregate().forEach(rule -> check(rule, MATCH, rule.match(), enrich, findings));
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> check(rule, place, match, enrich, findings)));
        rules.route().forEach(rule -> check(rule, MATCH, ofAnything(rule.match(), results), enrich, findings));
        rules.suppress().forEach(rule -> check(rule, MATCH, ofAnything(rule.match(), results), enrich, findings));
        rules.alarms().forEach(rule -> check(rule, rule.match(), rule.path(), enrich, results, findings));
        rules.absences().forEach(rule -> check(rule, rule.match(), rule.by(), enrich, results, findings));
    }

    /** @param telling the tags that tell its alarms apart */
    private static void check(
            RaisesAlarms rule,
            Match own,
            List<String> telling,
            List<EnrichRule> before,
            List<Result> results,
            Findings findings) {
        Match match = ofAnything(own, results);
        check(rule, MATCH, match, before, findings);
        rule.handling().namedTags().forEach((place, keys) -> keys.stream()
                .filter(key -> !match.tags().containsKey(key) && !telling.contains(key))
                .forEach(key -> TagFate.of(key, match, before)
                        .filter(fate -> fate.value().isEmpty())
                        .ifPresent(fate -> findings.add(
                                rule,
                                place,
                                "names the tag " + key + ", which no alarm has: " + findings.named(fate.rule())
                                        + " takes it away before",
                                "name the tags as they are then, or change the order"))));
    }

    private static void check(Object rule, String place, Match match, List<EnrichRule> before, Findings findings) {
        match.tags().forEach((key, wanted) -> TagFate.of(key, match, before)
                .filter(fate -> !fate.allows(wanted))
                .ifPresent(fate -> add(rule, place + ".tags." + key, fate, findings)));
        match.without().forEach(key -> TagFate.of(key, match, before)
                .filter(fate -> fate.value().isPresent())
                .ifPresent(fate -> add(rule, place + ".without", fate, findings)));
        match.not().forEach((key, unwanted) -> TagFate.of(key, match, before)
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
    private static Match ofAnything(Match match, List<Result> results) {
        return results.stream().anyMatch(result -> result.mayBe(match)) ? Results.as(Glob.ANY, match) : match;
    }
}
