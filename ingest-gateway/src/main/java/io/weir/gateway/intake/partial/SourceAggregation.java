package io.weir.gateway.intake.partial;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.rule.match.Spelling;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fields whose values the gateway aggregates.
 *
 * @param measurement of the series; those without one of the tags {@code by} are left out
 * @param by tags whose values make a group of series; the others are dropped
 * @param fields names; each becomes a measurement of its own
 */
public record SourceAggregation(Glob measurement, List<String> by, List<String> fields) {

    /** Refuses names that line protocol cannot spell, and no fields. */
    public SourceAggregation {
        by = List.copyOf(by);
        fields = List.copyOf(fields);
        requireBy(by);
        requireFields(fields);
    }

    /** Refuses tags that line protocol cannot spell, too many of them, and duplicates. */
    public static void requireBy(List<String> by) {
        Spelling.requireTags("by", by);
    }

    /** Refuses fields that line protocol cannot spell, none of them, and duplicates. */
    public static void requireFields(List<String> fields) {
        if (fields.isEmpty()) {
            throw new Refusal("fields", "must name at least one field", "such as [value]");
        }
        fields.forEach(field -> Spelling.require("fields", "field", field));
        if (new HashSet<>(fields).size() < fields.size()) {
            throw new Refusal("fields", "names a field twice", "keep one of them");
        }
    }

    /** The measurements that it makes, if its pattern is a name. */
    public Stream<String> results() {
        return measurement.texts().stream().flatMap(List::stream).flatMap(name -> fields.stream()
                .map(field -> name + "_" + field));
    }
}
