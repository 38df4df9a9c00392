package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Raises an alarm, per series, while a field, or what is derived from it, or how far that is from its peers, is beyond a level.
 *
 * @param match the series as they come
 * @param field the field; of an expression, its text
 * @param derivation what processing derives for this alarm alone, and no feed but alarming gets
 * @param comparison the rule by which processing compares peers, likewise for this alarm alone: the result is one of
 *     {@link #watched}, and in the field {@link #judged}
 * @param path tag keys whose values make the alarm's id behind the rule's name; empty: all tags, sorted by key
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

    /** The name of the field that is judged. */
    public String judged() {
        return derivation.isPresent() || comparison.isPresent() ? hidden(name) : field;
    }

    /** The series that are judged: those that it matches or, if peers are compared, the results. */
    public Match watched() {
        return comparison.isPresent() ? new Match(new Glob(hidden(name)), Collections.emptySortedMap()) : match;
    }

    /** As it is for results: these are judged as they are, and nothing is computed of them. */
    AlarmRule ofResults() {
        return new AlarmRule(name, watched(), judged(), Optional.empty(), Optional.empty(), path, levels, handling);
    }

    /** The name of what is there for the alarm of this name alone: a field, and of results the measurement too. */
    static String hidden(String alarm) {
        return HIDDEN + alarm;
    }

    /** Whether a field or measurement of this name is there for an alarm alone. */
    public static boolean isHidden(String name) {
        return name.startsWith(HIDDEN);
    }

    /** Refuses a rule whose {@code key} says to write a field or measurement of a name that is an alarm's. */
    static void requireNotHidden(String key, String name) {
        if (isHidden(name)) {
            throw new Refusal(
                    key,
                    "would write " + Refusal.quote(name) + ", but names that begin with " + HIDDEN
                            + " are for what alarms derive",
                    "choose another");
        }
    }

    /** The rule by which processing derives what is judged. */
    public Optional<DeriveRule> derived() {
        return derivation.map(from -> new DeriveRule(name, match, from, judged()));
    }
}
