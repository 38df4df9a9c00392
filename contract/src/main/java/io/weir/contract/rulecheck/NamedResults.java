package io.weir.contract.rulecheck;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The combined properties of all results that may have one measurement. */
final class NamedResults {
    private final Result named;
    private final Result first;
    private final boolean mayHaveAnyTag;
    private final Set<String> tags = new HashSet<>();
    private final Set<String> fields = new LinkedHashSet<>();
    private final Set<Predicate<String>> otherFields = new LinkedHashSet<>();

    /**
     * @param named the first of them whose name is the measurement
     * @param all at least one
     */
    NamedResults(Result named, List<Result> all) {
        this.named = named;
        this.first = all.get(0);
        this.mayHaveAnyTag = all.stream().anyMatch(result -> result.onlyTags().isEmpty());
        for (Result each : all) {
            each.onlyTags().ifPresent(tags::addAll);
            fields.addAll(each.fields());
            each.otherFields().ifPresent(otherFields::add);
        }
    }

    Result named() {
        return named;
    }

    Result first() {
        return first;
    }

    boolean mayHaveTag(String key) {
        return mayHaveAnyTag || tags.contains(key);
    }

    boolean mayHaveField(String name) {
        return fields.contains(name) || otherFields.stream().anyMatch(may -> may.test(name));
    }

    /** The known names of fields. */
    Set<String> fields() {
        return fields;
    }
}
