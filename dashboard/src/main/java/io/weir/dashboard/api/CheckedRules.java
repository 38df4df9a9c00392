package io.weir.dashboard.api;

import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RulePlace;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.alarm.RaisesAlarms;
import io.weir.contract.rule.metric.ConvertRule;
import io.weir.contract.rule.metric.DeriveRule;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.contract.rule.type.TypeRule;
import io.weir.contract.rulecheck.Finding;
import io.weir.contract.rulecheck.RuleChecks;
import io.weir.dashboard.live.NamedRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The rules and warnings of one version of the rules, which does not change.
 *
 * @param rules the named rules, in the order of the file
 * @param warnings places that probably do not mean what was intended
 */
record CheckedRules(List<NamedRule> rules, List<Finding> warnings) {
    static final CheckedRules NONE = new CheckedRules(List.of(), List.of());

    static CheckedRules of(String file, LocatedRules located) {
        RuleFile rules = located.rules();
        List<NamedRule> named = new ArrayList<>();
        name(located, rules.types(), TypeRule::name, named);
        name(located, rules.enrich(), EnrichRule::name, named);
        name(located, rules.convert(), ConvertRule::name, named);
        name(located, rules.derive(), DeriveRule::name, named);
        name(located, rules.aggregate(), AggregateRule::name, named);
        name(located, rules.groups(), GroupRule::name, named);
        name(located, rules.suppress(), SuppressRule::name, named);
        name(located, rules.raising(), RaisesAlarms::name, named);
        named.sort(Comparator.comparingInt(NamedRule::line));
        return new CheckedRules(named, RuleChecks.findings(file, located));
    }

    private static <R> void name(LocatedRules located, List<R> rules, Function<R, String> name, List<NamedRule> named) {
        for (R rule : rules) {
            RulePlace place = located.lines().of(rule);
            named.add(new NamedRule(place.path().replaceFirst("\\[.*", ""), name.apply(rule), place.line()));
        }
    }
}
