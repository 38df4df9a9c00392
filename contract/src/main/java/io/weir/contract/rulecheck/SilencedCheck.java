package io.weir.contract.rulecheck;

import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.match.CoverIndex;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.rule.metric.SuppressMode;
import io.weir.contract.rule.metric.SuppressRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Warns if the store does not receive series that an absence rule watches: the store and the alarm
 * would then disagree.
 */
final class SilencedCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        List<SuppressRule> silencing = checked.rules().suppress().stream()
                .filter(SilencedCheck::isSilencing)
                .toList();
        CoverIndex<SuppressRule> index = new CoverIndex<>(silencing, SuppressRule::match);
        Map<String, AbsenceRule> silenced = new HashMap<>();
        for (AbsenceRule absence : checked.rules().absences()) {
            findings.inspect(absence);
            index.take(absence.match(), rule -> checked.comparisons().covers(rule.match(), absence.match()))
                    .forEach(rule -> silenced.put(rule.name(), absence));
        }
        for (SuppressRule rule : silencing) {
            AbsenceRule absence = silenced.get(rule.name());
            if (absence != null) {
                findings.add(
                        rule,
                        "mode",
                        "suppresses unchanged values without limit, but " + findings.named(absence)
                                + " watches the same series: in the store, such series look absent",
                        "add a heartbeat");
            }
        }
    }

    private static boolean isSilencing(SuppressRule rule) {
        return rule.heartbeat().isEmpty()
                && rule.on().contains(Feed.STORAGE)
                && !(rule.mode() instanceof SuppressMode.AtMost);
    }
}
