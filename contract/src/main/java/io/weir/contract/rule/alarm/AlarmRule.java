package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.HiddenNames;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import io.weir.contract.rule.metric.Derivation;
import io.weir.contract.rule.metric.DeriveRule;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Raises an alarm, per series, while a field, a derived value or its distance from peers is beyond
 * a level.
 *
 * @param match the series as received
 * @param field the field; for an expression, its text
 * @param derivation the value that processing derives for this alarm alone; only the alarming feed
 *     gets it
 * @param comparison the rule by which processing compares peers, also for this alarm alone. The
 *     result belongs to {@link #watched}, in the field {@link #judged}.
 * @param path tag keys whose values follow the rule's name in the alarm's id; empty: all tags,
 *     sorted by key
 */
public record AlarmRule(
        String name,
        Match match,
        String field,
        Optional<Derivation> derivation,
        Optional<GroupRule> comparison,
        List<String> path,
        Levels levels,
        Handling handling)
        implements RaisesAlarms {

    public AlarmRule {
        Spelling.requireName("name", name);
        Spelling.require("field", "field", field);
        path = List.copyOf(path);
        Spelling.requireTags("path", path);
        if (derivation.isPresent()
                && derivation.get() instanceof Derivation.FromField from
                && !from.field().pattern().isLiteral()) {
            throw new Refusal("field", "must be one field, as function requires, was " + Refusal.quote(field), "");
        }
        boolean isComputed = derivation.isPresent() || comparison.isPresent();
        if (isComputed && !levels.all().stream().allMatch(Limit.class::isInstance)) {
            throw new Refusal(
                    "has a level that does not compare numbers, together with "
                            + (comparison.isPresent() ? "peers" : isExpression(derivation) ? "expression" : "function"),
                    "computed numbers rarely repeat: write above, below, inside or outside");
        }
        handling.requireTagsOf(match);
    }

    private static boolean isExpression(Optional<Derivation> derivation) {
        return derivation.filter(Derivation.FromLine.class::isInstance).isPresent();
    }

    /** The name of the evaluated field. */
    public String judged() {
        return derivation.isPresent() || comparison.isPresent() ? HiddenNames.of(name) : field;
    }

    /** The evaluated series: those that the rule matches or, if peers are compared, the results. */
    public Match watched() {
        return comparison.isPresent() ? new Match(new Glob(HiddenNames.of(name)), Collections.emptySortedMap()) : match;
    }

    /** The same rule for results, which are evaluated without further computation. */
    public AlarmRule ofResults() {
        return new AlarmRule(name, watched(), judged(), Optional.empty(), Optional.empty(), path, levels, handling);
    }

    /** The rule by which processing derives the evaluated field. */
    public Optional<DeriveRule> derived() {
        return derivation.map(from -> new DeriveRule(name, match, from, judged()));
    }
}
