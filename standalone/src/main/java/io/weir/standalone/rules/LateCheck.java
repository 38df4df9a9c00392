package io.weir.standalone.rules;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rulecheck.Finding;
import io.weir.late.LateRule;
import io.weir.query.promql.PossibleLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Checks the queries of late rules, which the reader of rule files does not know. */
final class LateCheck {
    private static final String LANGUAGE = "docs/query.md has the language";

    private final String file;
    private final LocatedRules located;
    private final List<Finding> findings = new ArrayList<>();

    private LateCheck(String file, LocatedRules located) {
        this.file = file;
        this.located = located;
    }

    /** @param file as the user named it */
    static List<Finding> findings(String file, LocatedRules located) {
        LateCheck check = new LateCheck(file, located);
        located.rules().late().forEach(check::check);
        return check.findings;
    }

    private void check(LateAlarm rule) {
        try {
            LateRule parsed = LateRule.of(
                    rule.name(),
                    rule.query(),
                    rule.every().toMillis(),
                    rule.delay().toMillis());
            checkLabels(rule, parsed.labels());
        } catch (Refusal e) {
            find(rule, "", String.valueOf(e.getMessage()), LANGUAGE);
        }
    }

    /** Labels that no result of the query has. */
    private void checkLabels(LateAlarm rule, PossibleLabels labels) {
        SortedMap<String, List<String>> named =
                new TreeMap<>(rule.judge().handling().namedTags());
        named.put("path", rule.judge().path());
        named.forEach((key, names) -> {
            for (String name : names) {
                if (!labels.include(name)) {
                    find(
                            rule,
                            "." + key,
                            "names the label " + name + ", which no result of the query has",
                            remedy(labels));
                }
            }
        });
    }

    private static String remedy(PossibleLabels labels) {
        if (labels.isOpen()) {
            return "the query removes " + String.join(", ", labels.names()) + "; name other labels";
        }
        return labels.names().isEmpty()
                ? "results have no labels; aggregate by (…) the labels to keep"
                : "results have at most " + String.join(", ", labels.names());
    }

    private void find(LateAlarm rule, String key, String what, String remedy) {
        RulePlace place = located.lines().of(rule);
        findings.add(new Finding(file, place.line(), place.path() + key, true, what, remedy));
    }
}
