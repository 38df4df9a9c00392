package io.weir.writer;

import io.weir.contract.rule.match.Glob;
import io.weir.contract.yaml.YamlSection;
import java.util.List;

/**
 * What to do with fields of some measurements whose type is not the one that the store has for them.
 *
 * @param measurements one of which matches
 */
public record TypeChange(List<Glob> measurements, Policy policy) {

    /** What to do. */
    public enum Policy {
        /** The line is refused. */
        REJECT,
        /** The field is kept as another one, its type behind its name: {@code value_string}. */
        SUFFIX
    }

    /** Keeps a copy of the globs. */
    public TypeChange {
        measurements = List.copyOf(measurements);
    }

    static TypeChange read(YamlSection section) {
        List<Glob> measurements = section.oneOrMore(
                        "measurement", Glob::new, globs -> globs, "a glob of measurements, or several")
                .required();
        return new TypeChange(
                measurements,
                section.choice(
                                "policy",
                                Policy.class,
                                "suffix keeps the value as another field, such as value_string; reject refuses the line")
                        .required());
    }

    /** What the first that matches says; lines are refused where none does. */
    static Policy of(List<TypeChange> changes, String measurement) {
        return changes.stream()
                .filter(change -> change.measurements.stream().anyMatch(glob -> glob.matches(measurement)))
                .map(TypeChange::policy)
                .findFirst()
                .orElse(Policy.REJECT);
    }
}
