package io.weir.contract.rulecheck;

import io.weir.contract.rule.Fields;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.SuppressRule;
import java.util.List;
import java.util.function.BiPredicate;

/** A rule that never decides, because one before it is for all that it is for, and the first decides. */
final class ShadowCheck implements RuleCheck {
    @Override
    public void check(RuleFile rules, Findings findings) {
        check(rules.route(), (first, second) -> Covering.covers(first.match(), second.match()), findings);
        check(rules.suppress(), ShadowCheck::isAllOf, findings);
    }

    private static boolean isAllOf(SuppressRule first, SuppressRule second) {
        boolean isOfFields = first.fields().equals(Fields.ALL) || first.fields().equals(second.fields());
        return isOfFields && first.on().containsAll(second.on()) && Covering.covers(first.match(), second.match());
    }

    private static <R> void check(List<R> rules, BiPredicate<R, R> covers, Findings findings) {
        for (int i = 0; i < rules.size(); i++) {
            R second = rules.get(i);
            rules.subList(0, i).stream()
                    .filter(first -> covers.test(first, second))
                    .findFirst()
                    .ifPresent(first -> findings.add(
                            second,
                            "match",
                            "never decides: " + findings.named(first) + " is for all of it, and the first decides",
                            "put the narrower rule first"));
        }
    }
}
