package io.weir.contract.rulecheck;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.EnrichRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The checks of tag changes. Compares each rule with every other: slow, but obviously correct. */
final class QuadraticTagChecks {
    private final RuleFile rules;
    private final Findings findings;
    private final List<Result> results;

    QuadraticTagChecks(RuleFile rules, Findings findings) {
        this.rules = rules;
        this.findings = findings;
        this.results = Results.of(rules);
    }

    void dropped() {
        for (int i = 0; i < rules.enrich().size(); i++) {
            EnrichRule rule = rules.enrich().get(i);
            List<EnrichRule> later =
                    rules.enrich().subList(i + 1, rules.enrich().size());
            for (String key : rule.drop()) {
                boolean isPinned = rule.match().tags().containsKey(key)
                        && rule.match().tags().get(key).isLiteral();
                if (!isPinned && later.stream().noneMatch(each -> isGiven(each, key))) {
                    findings.add(
                            rule,
                            "drop",
                            "series that differ only in " + key + " become one, and their points overwrite each other",
                            "keep the tag where it distinguishes series");
                }
            }
        }
    }

    private static boolean isGiven(EnrichRule later, String key) {
        return later.set().containsKey(key)
                || later.rename().containsValue(key)
                || later.found().contains(key);
    }

    void lost() {
        List<EnrichRule> enrich = rules.enrich();
        for (int i = 0; i < enrich.size(); i++) {
            lost(enrich.get(i), "match", enrich.get(i).match(), enrich.subList(0, i));
        }
        rules.convert().forEach(rule -> lost(rule, "match", rule.match(), enrich));
        rules.derive().forEach(rule -> lost(rule, "match", rule.match(), enrich));
        rules.aggregate().forEach(rule -> lost(rule, "match", rule.match(), enrich));
        rules.groups()
                .forEach(rule -> GroupPlaces.matches(rule).forEach((place, match) -> lost(rule, place, match, enrich)));
        rules.route().forEach(rule -> lost(rule, "match", ofAnything(rule.match()), enrich));
        rules.suppress().forEach(rule -> lost(rule, "match", ofAnything(rule.match()), enrich));
        rules.alarms().forEach(rule -> lostOfAlarm(rule, ofAnything(rule.match()), rule.path()));
        rules.absences().forEach(rule -> lostOfAlarm(rule, ofAnything(rule.match()), rule.by()));
    }

    private void lostOfAlarm(RaisesAlarms rule, Match match, List<String> telling) {
        lost(rule, "match", match, rules.enrich());
        rule.handling().namedTags().forEach((place, keys) -> keys.stream()
                .filter(key -> !match.tags().containsKey(key) && !telling.contains(key))
                .forEach(key -> lastChange(key, match, rules.enrich())
                        .filter(change -> change.value().isEmpty())
                        .ifPresent(change -> findings.add(
                                rule,
                                place,
                                "names the tag " + key + ", which no alarm has: " + findings.named(change.rule())
                                        + " removes it earlier",
                                "name the tags that remain, or change the order"))));
    }

    private void lost(Object rule, String place, Match match, List<EnrichRule> before) {
        match.tags().forEach((key, wanted) -> lastChange(key, match, before)
                .filter(change -> !change.allows(wanted))
                .ifPresent(change -> addLost(rule, place + ".tags." + key, change)));
        match.without().forEach(key -> lastChange(key, match, before)
                .filter(change -> change.value().isPresent())
                .ifPresent(change -> addLost(rule, place + ".without", change)));
        match.not().forEach((key, unwanted) -> lastChange(key, match, before)
                .filter(change -> change.allows(unwanted))
                .ifPresent(change -> addLost(rule, place + ".not." + key, change)));
    }

    private void addLost(Object rule, String key, TagChange change) {
        String done =
                change.value().map(value -> "sets the tag to \"" + value + "\"").orElse("removes the tag");
        findings.add(
                rule,
                key,
                "no series matches: " + findings.named(change.rule()) + " " + done + " earlier",
                "match the resulting tags, or change the order");
    }

    private Match ofAnything(Match match) {
        return results.stream().anyMatch(result -> result.mayBe(match)) ? Results.as(Glob.ANY, match) : match;
    }

    void groups() {
        rules.groups().forEach(rule -> GroupPlaces.matches(rule)
                .forEach((place, match) -> group(rule, "by", rule.by(), place, match)));
        rules.alarms().forEach(alarm -> alarm.comparison()
                .ifPresent(rule -> group(alarm, "peers.by", rule.by(), "match", alarm.match())));
    }

    private void group(Object rule, String by, List<String> keys, String place, Match match) {
        for (String key : keys) {
            if (match.without().contains(key)) {
                findings.add(
                        rule,
                        by,
                        "no series of " + place + " is in a group: its without excludes " + key,
                        "remove the tag from one of them");
            }
            lastChange(key, match, rules.enrich())
                    .filter(change -> change.value().isEmpty() && !match.tags().containsKey(key))
                    .ifPresent(change -> findings.add(
                            rule,
                            by,
                            "no series of " + place + " is in a group: " + findings.named(change.rule()) + " removes "
                                    + key + " earlier",
                            "name the tags that remain, or change the order"));
        }
    }

    private static Optional<TagChange> lastChange(String key, Match match, List<EnrichRule> before) {
        Set<String> changedLater = new TreeSet<>();
        for (int i = before.size() - 1; i >= 0; i--) {
            EnrichRule rule = before.get(i);
            if (touched(rule).contains(key)) {
                boolean isSure = Covering.covers(rule.match(), match)
                        && asked(rule.match()).stream().noneMatch(changedLater::contains);
                return isSure && !isMade(rule, key)
                        ? Optional.of(new TagChange(
                                rule, Optional.ofNullable(rule.set().get(key))))
                        : Optional.empty();
            }
            changedLater.addAll(touched(rule));
        }
        return Optional.empty();
    }

    private static boolean isMade(EnrichRule rule, String key) {
        boolean mayBeThere = rule.rename().containsValue(key) || rule.found().contains(key);
        return mayBeThere && !rule.set().containsKey(key) && !rule.drop().contains(key);
    }

    private static Set<String> touched(EnrichRule rule) {
        Set<String> touched = new TreeSet<>(rule.drop());
        touched.addAll(rule.set().keySet());
        touched.addAll(rule.rename().keySet());
        touched.addAll(rule.rename().values());
        touched.addAll(rule.found());
        return touched;
    }

    private static Set<String> asked(Match match) {
        Set<String> asked = new TreeSet<>(match.tags().keySet());
        asked.addAll(match.without());
        asked.addAll(match.not().keySet());
        return asked;
    }
}
