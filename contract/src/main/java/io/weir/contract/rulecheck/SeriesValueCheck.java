package io.weir.contract.rulecheck;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.SeriesValue;
import java.util.List;

/**
 * Warns of functions over a group that use the mean of each series, although the rule has no key
 * about series. Such functions once used all values, and a rule from that time means all values.
 */
final class SeriesValueCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        for (GroupRule rule : checked.rules().groups()) {
            findings.inspect(rule);
            if (rule.result() instanceof GroupFormulas formulas) {
                List<String> variables = formulas.variables();
                for (int i = 0; i < variables.size(); i++) {
                    check(rule, rule.inputs().get(i), "let." + variables.get(i) + ".of", findings);
                }
            } else if (!rule.result().isPerSeries()) {
                // All fields of a rule have the same functions.
                check(rule, rule.inputs().get(0), "of", findings);
            }
        }
    }

    private static void check(GroupRule rule, GroupInput input, String key, Findings findings) {
        List<String> ofMeans = input.functions().stream()
                .filter(function -> SeriesValue.usedBy(function) == SeriesValue.MEAN)
                .map(AggregateFunction::spelling)
                .toList();
        if (input.contribution().isStated() || ofMeans.isEmpty()) {
            return;
        }
        // With of: mean, the other functions would use means, too.
        boolean areAll = ofMeans.size() == input.functions().size();
        String same = areAll
                ? "of: mean"
                : "hold: " + Durations.format(input.contribution().hold());
        findings.add(
                rule,
                key,
                "is missing: " + String.join(", ", ofMeans)
                        + " over series, each with the mean of its values in the window",
                "confirm with " + same + ", or aggregate all values with of: samples");
    }
}
