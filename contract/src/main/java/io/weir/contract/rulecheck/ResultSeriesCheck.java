package io.weir.contract.rulecheck;

import io.weir.contract.config.Nearest;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.SuppressRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Warns of a rule for another rule's results that requires a tag or a field which they lack. For an
 * alarm this is an error, since it can never be raised.
 */
final class ResultSeriesCheck implements RuleCheck {
    /** Above this number of names no suggestion is searched, because there may be many warnings. */
    private static final int MOST_SUGGESTED = 10_000;

    @Override
    public void check(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        checkComputing(checked, findings);
        rules.route().forEach(rule -> areSeries(rule, rule.match(), checked, findings));
        for (SuppressRule rule : rules.suppress()) {
            if (areSeries(rule, rule.match(), checked, findings)) {
                rule.fields()
                        .names()
                        .ifPresent(names ->
                                names.forEach(name -> checkField(rule, rule.match(), name, checked, findings)));
            }
        }
        Findings dead = findings.errors();
        for (AlarmRule rule : rules.alarms()) {
            if (areSeries(rule, rule.match(), checked, dead)) {
                if (rule.derivation().isEmpty() && rule.comparison().isEmpty()) {
                    checkField(rule, rule.match(), rule.field(), checked, dead);
                }
                checkTags(rule, rule.match(), "path", rule.path(), checked, findings);
                rule.handling()
                        .namedTags()
                        .forEach((place, keys) -> checkTags(rule, rule.match(), place, keys, checked, findings));
            }
        }
        for (AbsenceRule rule : rules.absences()) {
            if (areSeries(rule, rule.match(), checked, dead)) {
                checkTags(rule, rule.match(), "by", rule.by(), checked, findings);
            }
        }
    }

    /** Checks the rules that change metrics or compute others. */
    private static void checkComputing(CheckedRules checked, Findings findings) {
        RuleFile rules = checked.rules();
        rules.enrich().forEach(rule -> areSeries(rule, rule.match(), checked, findings));
        rules.convert().forEach(rule -> areSeries(rule, rule.match(), checked, findings));
        rules.derive().forEach(rule -> areSeries(rule, rule.match(), checked, findings));
        rules.aggregate().forEach(rule -> areSeries(rule, rule.match(), checked, findings));
        for (GroupRule rule : rules.groups()) {
            GroupPlaces.matches(rule).values().forEach(match -> areSeries(rule, match, checked, findings));
        }
    }

    /** Returns false, and adds a finding, if the results have other tags. */
    private static boolean areSeries(Object rule, Match match, CheckedRules checked, Findings findings) {
        findings.inspect(rule);
        Optional<NamedResults> named = checked.results().namedBy(match);
        if (named.isEmpty()
                || checked.results().maySome(match)
                || checked.changes().addTags(match)) {
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
            Object rule, Match match, String place, List<String> keys, CheckedRules checked, Findings findings) {
        if (checked.changes().addTags(match)) {
            return;
        }
        checked.results().namedBy(match).ifPresent(named -> keys.stream()
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

    private static void checkField(Object rule, Match match, String name, CheckedRules checked, Findings findings) {
        if (checked.changes().addField(match, name)) {
            return;
        }
        checked.results()
                .namedBy(match)
                .filter(named -> !named.mayHaveField(name))
                .ifPresent(named -> {
                    String meant =
                            named.fields().size() > MOST_SUGGESTED ? "" : Nearest.suggestion(name, named.fields());
                    findings.add(
                            rule,
                            "field",
                            "results of " + findings.named(named.first().rule()) + " have no field " + name,
                            meant.isEmpty() ? "name a field that its functions write" : meant);
                });
    }
}
