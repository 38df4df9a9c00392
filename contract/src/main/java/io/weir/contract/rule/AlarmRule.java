package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
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
 *     result belongs to {@link #watched}, in the field {@link #judged}
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

    private static final String HIDDEN = "alarm:";

    public AlarmRule {
        Spelling.requireName("name", name);
        Spelling.require("field", "field", field);
        path = List.copyOf(path);
        Spelling.requireTags("path", path);
        if (derivation.isPresent()
                && derivation.get() instanceof Derivation.FromField from
                && !from.field().pattern().isLiteral()) {
            throw new Refusal("field", "must be one field beside function, was " + Refusal.quote(field), "");
        }
        boolean isComputed = derivation.isPresent() || comparison.isPresent();
        if (isComputed && !levels.all().stream().allMatch(Limit.class::isInstance)) {
            throw new Refusal(
                    "has a level that is not of numbers beside "
                            + (comparison.isPresent() ? "peers" : isExpression(derivation) ? "expression" : "function"),
                    "what is computed is a number that rarely comes twice: write above, below, inside or outside");
        }
        handling.requireTagsOf(match);
    }

    private static boolean isExpression(Optional<Derivation> derivation) {
        return derivation.filter(Derivation.FromLine.class::isInstance).isPresent();
    }

    /** The name of the evaluated field. */
    public String judged() {
        return derivation.isPresent() || comparison.isPresent() ? hidden(name) : field;
    }

    /** The evaluated series: those that the rule matches or, if peers are compared, the results. */
    public Match watched() {
        return comparison.isPresent() ? new Match(new Glob(hidden(name)), Collections.emptySortedMap()) : match;
    }

    /** The same rule for results, which are evaluated without further computation. */
    AlarmRule ofResults() {
        return new AlarmRule(name, watched(), judged(), Optional.empty(), Optional.empty(), path, levels, handling);
    }

    /** The reserved name for an alarm's field; for peers, of its measurement too. */
    static String hidden(String alarm) {
        return HIDDEN + alarm;
    }

    /** Whether a field or measurement of this name is reserved for an alarm. */
    public static boolean isHidden(String name) {
        return name.startsWith(HIDDEN);
    }

    /** Refuses a rule whose {@code key} would write a field or measurement with a reserved name. */
    static void requireNotHidden(String key, String name) {
        if (isHidden(name)) {
            throw new Refusal(
                    key,
                    "would write " + Refusal.quote(name) + ", but names that begin with " + HIDDEN
                            + " are for what alarms derive",
                    "choose another");
        }
    }

    /** The rule by which processing derives the evaluated field. */
    public Optional<DeriveRule> derived() {
        return derivation.map(from -> new DeriveRule(name, match, from, judged()));
    }
}
