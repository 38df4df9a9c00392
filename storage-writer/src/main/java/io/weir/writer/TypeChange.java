package io.weir.writer;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * Policy for fields of some measurements whose type differs from the type in the store.
 *
 * @param measurements patterns, one of which must match
 */
public record TypeChange(List<Glob> measurements, Policy policy) {

    /** Treatment of a field whose type differs. */
    public enum Policy {
        /** Rejects the line. */
        REJECT,
        /** Stores the value in another field with the type as suffix: {@code value_string}. */
        SUFFIX
    }

    /** Copies the list. */
    public TypeChange {
        measurements = List.copyOf(measurements);
    }

    static TypeChange read(YamlSection section) {
        List<Glob> measurements = section.oneOrMore(
                        "measurement", Glob::new, globs -> globs, "one or more globs of measurements")
                .required();
        return new TypeChange(
                measurements,
                section.choice(
                                "policy",
                                Policy.class,
                                "suffix: store the value in another field (value_string); reject: reject the line")
                        .required());
    }

    /** The policy of the first match; REJECT without a match. */
    static Policy of(List<TypeChange> changes, String measurement) {
        return changes.stream()
                .filter(change -> change.measurements.stream().anyMatch(glob -> glob.matches(measurement)))
                .map(TypeChange::policy)
                .findFirst()
                .orElse(Policy.REJECT);
    }
}
