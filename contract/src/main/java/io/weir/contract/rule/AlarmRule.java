package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Raises an alarm, per series, while a field, or what is derived from it, is beyond a level.
 *
 * @param field the field; of an expression, its text
 * @param derivation what processing derives for this alarm alone, and no feed but alarming gets
 * @param path tag keys whose values make the alarm's id behind the rule's name; empty: all tags, sorted by key
 */
public record AlarmRule(
        String name,
        Match match,
        String field,
        Optional<Derivation> derivation,
        List<String> path,
        Levels levels,
        Handling handling)
        implements RaisesAlarms {

    private static final String HIDDEN = "alarm:";

    public AlarmRule {
        Spelling.requireName("name", name);
        Spelling.require("field", "field", field);
        path = List.copyOf(path);
        path.forEach(key -> Spelling.require("path", "tag key", key));
        if (derivation.isPresent()
                && derivation.get() instanceof Derivation.FromField from
                && !from.field().pattern().isLiteral()) {
            throw new Refusal("field", "must be one field beside function, was " + Refusal.quote(field), "");
        }
        if (derivation.isPresent() && !levels.all().stream().allMatch(Limit.class::isInstance)) {
            throw new Refusal(
                    "has a level that is not of numbers beside "
                            + (isExpression(derivation) ? "expression" : "function"),
                    "what is computed is a number that rarely comes twice: write above, below, inside or outside");
        }
        handling.action().ifPresent(action -> action.requireTags(match));
        if (new HashSet<>(path).size() < path.size()) {
            throw new Refusal("path", "names a tag twice", "keep one of them");
        }
    }

    private static boolean isExpression(Optional<Derivation> derivation) {
        return derivation.filter(Derivation.FromLine.class::isInstance).isPresent();
    }

    /** The name of the field that is judged. */
    public String judged() {
        return derivation.isPresent() ? HIDDEN + name : field;
    }

    /** Whether a field of this name is there for an alarm alone. */
    public static boolean isHidden(String field) {
        return field.startsWith(HIDDEN);
    }

    /** Refuses a rule whose {@code key} says to write a field of a name that is an alarm's. */
    static void requireNotHidden(String key, String field) {
        if (isHidden(field)) {
            throw new Refusal(
                    key,
                    "would write " + Refusal.quote(field) + ", but names that begin with " + HIDDEN
                            + " are for what alarms derive",
                    "choose another");
        }
    }

    /** The rule by which processing derives what is judged. */
    public Optional<DeriveRule> derived() {
        return derivation.map(from -> new DeriveRule(name, match, from, judged()));
    }
}
