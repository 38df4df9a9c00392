package io.weir.standalone.rules;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.rulecheck.Finding;
import io.weir.late.LateRule;
import java.util.ArrayList;
import java.util.List;

/** Checks the queries of late rules, which the reader of rule files does not know. */
final class LateCheck {
    private LateCheck() {}

    /** @param file as the user named it */
    static List<Finding> findings(String file, LocatedRules located) {
        List<Finding> findings = new ArrayList<>();
        for (LateAlarm rule : located.rules().late()) {
            try {
                LateRule unused = LateRule.of(
                        rule.name(),
                        rule.query(),
                        rule.every().toMillis(),
                        rule.delay().toMillis());
            } catch (Refusal e) {
                RulePlace place = located.lines().of(rule);
                findings.add(new Finding(
                        file,
                        place.line(),
                        place.path(),
                        true,
                        String.valueOf(e.getMessage()),
                        "docs/query.md has the language"));
            }
        }
        return findings;
    }
}
