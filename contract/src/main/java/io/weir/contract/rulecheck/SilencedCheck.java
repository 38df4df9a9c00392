package io.weir.contract.rulecheck;

import io.weir.contract.rule.AbsenceRule;
import io.weir.contract.rule.Feed;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.SuppressMode;
import io.weir.contract.rule.SuppressRule;

/** What an alarm of absence hears of, but the store does not, so that the two tell different tales. */
final class SilencedCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        for (SuppressRule rule : rules.suppress()) {
            rules.absences().stream()
                    .filter(absence -> silences(rule, absence))
                    .findFirst()
                    .ifPresent(absence -> findings.add(
                            rule,
                            "mode",
                            "keeps out of the store what does not change, for ever, and " + findings.named(absence)
                                    + " is about the same series: in the store, what is there looks like what is absent",
                            "give it a heartbeat"));
        }
    }

    private static boolean silences(SuppressRule rule, AbsenceRule absence) {
        return rule.heartbeat().isEmpty()
                && rule.on().contains(Feed.STORAGE)
                && !(rule.mode() instanceof SuppressMode.AtMost)
                && Covering.covers(rule.match(), absence.match());
    }
}
