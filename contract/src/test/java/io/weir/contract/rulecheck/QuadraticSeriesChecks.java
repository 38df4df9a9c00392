package io.weir.contract.rulecheck;

import io.weir.contract.config.Nearest;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.Fields;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.OneOf;
import io.weir.contract.rule.match.TextPattern;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The checks of the series that rules match. Compares each rule with every other: slow, but
 * obviously correct.
 */
final class QuadraticSeriesChecks {
    private final RuleFile rules;
    private final Findings findings;
    private final List<Result> results;

    QuadraticSeriesChecks(RuleFile rules, Findings findings) {
        this.rules = rules;
        this.findings = findings;
        this.results = Results.of(rules);
    }

    void shadowed() {
        shadowed(rules.route(), (first, second) -> Covering.covers(first.match(), second.match()));
        shadowed(rules.suppress(), QuadraticSeriesChecks::isAllOf);
    }

    private static boolean isAllOf(SuppressRule first, SuppressRule second) {
        boolean isOfFields = first.fields().equals(Fields.ALL) || first.fields().equals(second.fields());
        return isOfFields && first.on().containsAll(second.on()) && Covering.covers(first.match(), second.match());
    }

    private <R> void shadowed(List<R> all, BiPredicate<R, R> covers) {
        for (int i = 0; i < all.size(); i++) {
            R second = all.get(i);
            all.subList(0, i).stream()
                    .filter(first -> covers.test(first, second))
                    .findFirst()
                    .ifPresent(first -> findings.add(
                            second,
                            "match",
                            "never decides: " + findings.named(first)
                                    + " matches all of its series, and the first rule decides",
                            "put the narrower rule first"));
        }
    }

    void silenced() {
        for (SuppressRule rule : rules.suppress()) {
            rules.absences().stream()
                    .filter(absence -> rule.heartbeat().isEmpty()
                            && rule.on().contains(Feed.STORAGE)
                            && !(rule.mode() instanceof SuppressMode.AtMost)
                            && Covering.covers(rule.match(), absence.match()))
                    .findFirst()
                    .ifPresent(absence -> findings.add(
                            rule,
                            "mode",
                            "suppresses unchanged values without limit, but " + findings.named(absence)
                                    + " watches the same series: in the store, such series look absent",
                            "add a heartbeat"));
        }
    }

    void seriesOfResults() {
        rules.enrich().forEach(rule -> areSeries(rule, rule.match(), findings));
        rules.convert().forEach(rule -> areSeries(rule, rule.match(), findings));
        rules.derive().forEach(rule -> areSeries(rule, rule.match(), findings));
        rules.aggregate().forEach(rule -> areSeries(rule, rule.match(), findings));
        for (GroupRule rule : rules.groups()) {
            GroupPlaces.matches(rule).values().forEach(match -> areSeries(rule, match, findings));
        }
        rules.route().forEach(rule -> areSeries(rule, rule.match(), findings));
        for (SuppressRule rule : rules.suppress()) {
            if (areSeries(rule, rule.match(), findings)) {
                rule.fields().names().orElse(List.of()).forEach(name -> field(rule, rule.match(), name, findings));
            }
        }
        for (AlarmRule rule : rules.alarms()) {
            if (areSeries(rule, rule.match(), findings.errors())) {
                if (rule.derivation().isEmpty() && rule.comparison().isEmpty()) {
                    field(rule, rule.match(), rule.field(), findings.errors());
                }
                tags(rule, rule.match(), "path", rule.path());
                rule.handling().namedTags().forEach((place, keys) -> tags(rule, rule.match(), place, keys));
            }
        }
        for (AbsenceRule rule : rules.absences()) {
            if (areSeries(rule, rule.match(), findings.errors())) {
                tags(rule, rule.match(), "by", rule.by());
            }
        }
    }

    private List<Result> named(Match match) {
        return results.stream().anyMatch(result -> result.isNamedBy(match))
                ? results.stream()
                        .filter(result -> result.series().measurement().mayShareTexts(match.measurement()))
                        .toList()
                : List.of();
    }

    private boolean areSeries(Object rule, Match match, Findings to) {
        List<Result> named = named(match);
        if (named.isEmpty() || isEnriched(match) || named.stream().anyMatch(result -> result.mayBe(match))) {
            return true;
        }
        List<String> strange = match.tags().keySet().stream()
                .filter(key -> named.stream().noneMatch(result -> result.mayHaveTag(key)))
                .toList();
        strange.forEach(key -> tag(rule, "match.tags." + key, key, named.get(0), to));
        if (strange.isEmpty()) {
            to.add(
                    rule,
                    "match",
                    "matches no result of " + findings.named(named.get(0).rule()),
                    "match series that the rule writes");
        }
        return false;
    }

    private void tags(Object rule, Match match, String place, List<String> keys) {
        List<Result> named = named(match);
        keys.stream()
                .filter(key -> !named.isEmpty()
                        && !isEnriched(match)
                        && named.stream().noneMatch(result -> result.mayHaveTag(key)))
                .forEach(key -> tag(rule, place, key, named.get(0), findings));
    }

    private boolean isEnriched(Match match) {
        return rules.enrich().stream().anyMatch(each -> name(each.match(), match));
    }

    private boolean isDerived(Match match, String field) {
        return rules.derive().stream().anyMatch(each -> name(each.match(), match) && each.derives(field));
    }

    /** Whether two matches name the same measurement. */
    private static boolean name(Match one, Match other) {
        return !Collections.disjoint(
                one.measurement().texts().orElse(List.of()),
                other.measurement().texts().orElse(List.of()));
    }

    private void tag(Object rule, String place, String key, Result result, Findings to) {
        Set<String> keys = result.onlyTags().orElseThrow();
        to.add(
                rule,
                place,
                "results of " + findings.named(result.rule()) + " have no tag " + key,
                keys.isEmpty() ? "they have no tags" : "they have the tags of by: " + String.join(", ", keys));
    }

    /** Where to report an alarm that can never be raised. */
    private void field(Object rule, Match match, String name, Findings to) {
        List<Result> named = named(match);
        if (!named.isEmpty() && !isDerived(match, name) && named.stream().noneMatch(result -> hasField(result, name))) {
            List<String> known = named.stream()
                    .flatMap(result -> result.fields().stream())
                    .distinct()
                    .toList();
            String meant = Nearest.suggestion(name, known);
            to.add(
                    rule,
                    "field",
                    "results of " + findings.named(named.get(0).rule()) + " have no field " + name,
                    meant.isEmpty() ? "name a field that its functions write" : meant);
        }
    }

    private static boolean hasField(Result result, String name) {
        return result.fields().contains(name)
                || result.otherFields().filter(may -> may.test(name)).isPresent();
    }

    void mixedLists() {
        rules.enrich().forEach(rule -> mixed(rule, "match", rule.match()));
        rules.convert().forEach(rule -> mixed(rule, "match", rule.match()));
        rules.derive().forEach(rule -> mixed(rule, "match", rule.match()));
        rules.aggregate().forEach(rule -> mixed(rule, "match", rule.match()));
        rules.groups().forEach(rule -> GroupPlaces.matches(rule).forEach((key, match) -> mixed(rule, key, match)));
        rules.alarms().stream()
                .filter(rule ->
                        rule.derivation().isPresent() || rule.comparison().isPresent())
                .forEach(rule -> mixed(rule, "match", rule.match()));
    }

    private void mixed(Object rule, String key, Match match) {
        if (!(match.measurement() instanceof OneOf list)
                || list.patterns().stream().allMatch(TextPattern::isLiteral)) {
            return;
        }
        for (TextPattern each : list.patterns()) {
            Match one = new Match(each, Collections.emptySortedMap());
            Optional<Result> named = results.stream()
                    .filter(result -> each.isLiteral() && result.isNamedBy(one))
                    .findFirst();
            if (named.isPresent()) {
                findings.add(
                        rule,
                        key + ".measurement",
                        "does not apply to " + each.texts().orElseThrow().get(0) + ", the results of "
                                + findings.named(named.get().rule()) + ": a list with a pattern names no results",
                        "write a rule with exact names for results");
                return;
            }
        }
    }

    void unused() {
        for (Result result : results) {
            if (isDiscarded(result)
                    && rules.watched().stream().noneMatch(result::mayBe)
                    && rules.computing().stream()
                            .map(Match::measurement)
                            .noneMatch(named -> named.texts().isPresent()
                                    && named.mayShareTexts(result.series().measurement())
                                    && result.of().stream().noneMatch(input -> input.measurement()
                                            .equals(named)))) {
                findings.add(
                        result.rule(),
                        "as",
                        "no route, no alarm and no other rule uses the results",
                        "route them, or remove the rule");
            }
        }
    }

    private boolean isDiscarded(Result result) {
        for (RouteRule route : rules.route()) {
            if (!route.to().isEmpty() && result.mayBe(route.match())) {
                return false;
            }
            if (route.to().isEmpty() && Covering.covers(route.match(), result.series())) {
                return true;
            }
        }
        return false;
    }
}
