package io.weir.contract.rule;

import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.rule.storage.TierRules;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses rules whose name or results would mix with those of the rules by which processing computes tiers. */
final class TierCheck {
    private static final String ANY = "any";

    private TierCheck() {}

    static void check(RuleFile rules, RuleLines lines) {
        Set<String> taken = TierRules.of(rules.storage()).all().stream()
                .map(AggregateRule::name)
                .collect(Collectors.toSet());
        if (taken.isEmpty()) {
            return;
        }
        List<StorageTier> tiers = rules.storage().computed();
        rules.aggregate().forEach(rule -> check(rule, rule.name(), rule.output(ANY), taken, tiers, lines));
        rules.groups().forEach(rule -> check(rule, rule.name(), rule.output(ANY), taken, tiers, lines));
    }

    private static void check(
            Object rule, String name, String output, Set<String> taken, List<StorageTier> tiers, RuleLines lines) {
        if (taken.contains(name)) {
            lines.refuse(rule, "name", "is that of a rule for the tiers of processing", "choose another name");
        }
        tiers.stream()
                .filter(tier -> output.endsWith(tier.ending()))
                .findFirst()
                .ifPresent(tier -> lines.refuse(
                        rule,
                        "as",
                        "writes a measurement that ends with " + tier.ending() + ", as those of the tier "
                                + tier.name(),
                        "give the results or the tier another name"));
    }
}
