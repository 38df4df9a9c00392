package io.weir.contract.rulecheck;

import io.weir.contract.config.Nearest;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.SuppressRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Warns of a rule for another rule's results that requires a tag or a field which they lack. For an
 * alarm this is an error, since it can never be raised. It remains a warning if a rule for input
 * metrics names the measurement, which may then arrive from outside.
 */
final class ResultSeriesCheck implements RuleCheck {
    /** Above this number of names no suggestion is searched, because there may be many warnings. */
    private static final int MOST_SUGGESTED = 10_000;

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        ResultIndex results = checked.results();
        rules.route().forEach(rule -> areSeries(rule, rule.match(), results, findings));
        for (SuppressRule rule : rules.suppress()) {
            if (areSeries(rule, rule.match(), results, findings)) {
                rule.fields()
                        .names()
                        .ifPresent(names ->
                                names.forEach(name -> checkField(rule, rule.match(), name, results, findings)));
            }
        }
        Set<String> inputs = InputNames.of(rules);
        for (AlarmRule rule : rules.alarms()) {
            Findings dead = InputNames.has(inputs, rule.match()) ? findings : findings.errors();
            if (areSeries(rule, rule.match(), results, dead)) {
                if (rule.derivation().isEmpty() && rule.comparison().isEmpty()) {
                    checkField(rule, rule.match(), rule.field(), results, dead);
                }
                checkTags(rule, rule.match(), "path", rule.path(), results, findings);
                rule.handling()
                        .namedTags()
                        .forEach((place, keys) -> checkTags(rule, rule.match(), place, keys, results, findings));
            }
        }
        for (AbsenceRule rule : rules.absences()) {
            Findings dead = InputNames.has(inputs, rule.match()) ? findings : findings.errors();
            if (areSeries(rule, rule.match(), results, dead)) {
                checkTags(rule, rule.match(), "by", rule.by(), results, findings);
            }
        }
    }

    /** Returns false, and adds a finding, if the results have other tags. */
    private static boolean areSeries(Object rule, Match match, ResultIndex results, Findings findings) {
        findings.inspect(rule);
        Optional<NamedResults> named = results.namedBy(match);
        if (named.isEmpty() || results.maySome(match)) {
            return true;
        }
        Result first = named.get().first();
        List<String> strange = match.tags().keySet().stream()
                .filter(key -> !named.get().mayHaveTag(key))
                .toList();
        strange.forEach(key -> reportTag(rule, "match.tags." + key, key, first, findings));
        if (strange.isEmpty()) {
            findings.add(
                    rule,
                    "match",
                    "matches no result of " + findings.named(first.rule()),
                    "match series that the rule writes");
        }
        return false;
    }

    private static void checkTags(
            Object rule, Match match, String place, List<String> keys, ResultIndex results, Findings findings) {
        results.namedBy(match).ifPresent(named -> keys.stream()
                .filter(key -> !named.mayHaveTag(key))
                .forEach(key -> reportTag(rule, place, key, named.first(), findings)));
    }

    private static void reportTag(Object rule, String place, String key, Result result, Findings findings) {
        Set<String> keys = result.onlyTags().orElseThrow();
        findings.add(
                rule,
                place,
                "results of " + findings.named(result.rule()) + " have no tag " + key,
                keys.isEmpty() ? "they have no tags" : "they have the tags of by: " + String.join(", ", keys));
    }

    private static void checkField(Object rule, Match match, String name, ResultIndex results, Findings findings) {
        results.namedBy(match).filter(named -> !named.mayHaveField(name)).ifPresent(named -> {
            String meant = named.fields().size() > MOST_SUGGESTED ? "" : Nearest.suggestion(name, named.fields());
            findings.add(
                    rule,
                    "field",
                    "results of " + findings.named(named.first().rule()) + " have no field " + name,
                    meant.isEmpty() ? "name a field that its functions write" : meant);
        });
    }
}
