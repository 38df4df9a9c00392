package io.weir.contract.rulecheck;

import io.weir.contract.rule.EnrichRule;
import io.weir.contract.rule.Glob;
import io.weir.contract.rule.Match;
import io.weir.contract.rule.RuleFile;
import java.util.List;

/** A rule that asks for tags as no series has them any more, because an enrichment has changed them before. */
final class LostTagCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        List<EnrichRule> enrich = rules.enrich();
        for (int i = 0; i < enrich.size(); i++) {
            check(enrich.get(i), enrich.get(i).match(), enrich.subList(0, i), findings);
        }
        rules.derive().forEach(rule -> check(rule, rule.match(), enrich, findings));
        rules.aggregate().forEach(rule -> check(rule, rule.match(), enrich, findings));
        rules.route().forEach(rule -> check(rule, ofAnything(rule.match(), rules), enrich, findings));
        rules.suppress().forEach(rule -> check(rule, ofAnything(rule.match(), rules), enrich, findings));
        rules.alarms().forEach(rule -> check(rule, ofAnything(rule.match(), rules), enrich, findings));
    }

    private static void check(Object rule, Match match, List<EnrichRule> before, Findings findings) {
        match.tags().forEach((key, wanted) -> TagFate.of(key, match, before)
                .filter(fate -> !fate.allows(wanted))
                .ifPresent(fate -> add(rule, "match.tags." + key, fate, findings)));
        match.without().forEach(key -> TagFate.of(key, match, before)
                .filter(fate -> fate.value().isPresent())
                .ifPresent(fate -> add(rule, "match.without", fate, findings)));
        match.not().forEach((key, unwanted) -> TagFate.of(key, match, before)
                .filter(fate -> fate.allows(unwanted))
                .ifPresent(fate -> add(rule, "match.not." + key, fate, findings)));
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

    /** Aggregates had another measurement when they were enriched. */
    private static Match ofAnything(Match match, RuleFile rules) {
        boolean mayBeAggregate =
                rules.aggregate().stream().map(Results::of).anyMatch(result -> result.mayShareSeries(match));
        return mayBeAggregate ? Results.as(Glob.ANY, match) : match;
    }
}
