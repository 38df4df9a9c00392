package io.weir.contract.rulecheck;

import io.weir.contract.config.Durations;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.GroupFormulas;
import io.weir.contract.rule.aggregate.GroupInput;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.aggregate.SeriesValue;
import java.util.List;
import java.util.function.Predicate;

/**
 * Warns of functions over a group whose meaning has changed, if the rule has no key about series. A
 * rule from earlier versions means all values where a function now uses the mean of each series. It
 * does not mean that a silent series keeps its value.
 */
final class SeriesValueCheck implements RuleCheck {
    @Override
    public void check(CheckedRules checked, Findings findings) {
        for (GroupRule rule : checked.rules().groups()) {
            findings.inspect(rule);
            if (rule.result() instanceof GroupFormulas formulas) {
                List<String> variables = formulas.variables();
                for (int i = 0; i < variables.size(); i++) {
                    check(rule, rule.inputs().get(i), "let." + variables.get(i) + ".", findings);
                }
            } else if (!rule.result().isPerSeries()) {
                // All fields of a rule have the same functions.
                check(rule, rule.inputs().get(0), "", findings);
            }
        }
    }

    private static void check(GroupRule rule, GroupInput input, String path, Findings findings) {
        if (input.contribution().isStated()) {
            return;
        }
        List<String> ofMeans = spellings(input, function -> SeriesValue.usedBy(function) == SeriesValue.MEAN);
        List<String> held =
                spellings(input, function -> SeriesValue.usedBy(function).isHeld() && !function.isOfCondition());
        String hold = "hold: " + Durations.format(input.contribution().hold());
        if (!ofMeans.isEmpty()) {
            // With of: mean, the other functions would use means, too.
            boolean areAll = ofMeans.size() == input.functions().size();
            findings.add(
                    rule,
                    path + "of",
                    "is missing: " + String.join(", ", ofMeans)
                            + " over series, each with the mean of its values in the window",
                    "confirm with " + (areAll ? "of: mean" : hold) + ", or aggregate all values with of: samples");
        } else if (!held.isEmpty()) {
            findings.add(
                    rule,
                    path + "hold",
                    "is missing: a silent series keeps its " + String.join(", ", held) + " for one window",
                    "confirm with " + hold + ", or keep no value with hold: 0s");
        }
    }

    private static List<String> spellings(GroupInput input, Predicate<AggregateFunction> which) {
        return input.functions().stream()
                .filter(which)
                .map(AggregateFunction::spelling)
                .toList();
    }
}
