package io.weir.query.opensearch;

import io.weir.query.naming.Selection;
import io.weir.query.store.TagCondition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Conditions of searches, as their JSON. Names and values are members and texts of JSON, never a part of a language. */
final class Conditions {
    /** Columns have nanoseconds since 1970; a time beyond them is an error of the server. */
    static final long EARLIEST_MILLI = 0;

    /** Of all texts in the conditions on tags. */
    private static final int LONGEST_CONDITIONS = 100_000;

    private Conditions() {}

    /** All conditions hold. */
    static Map<String, Object> all(List<Object> conditions) {
        return Map.of("bool", Map.of("filter", conditions));
    }

    static Map<String, Object> oneOf(String column, Collection<String> values) {
        return Map.of("terms", Map.of(column, values));
    }

    /** The column has a value. */
    static Map<String, Object> exists(String column) {
        return Map.of("exists", Map.of("field", column));
    }

    /** One of the columns has a value. */
    static Map<String, Object> anyExists(List<String> columns) {
        return Map.of(
                "bool",
                Map.of("should", columns.stream().map(Conditions::exists).toList()));
    }

    /**
     * The time is between these milliseconds.
     *
     * @param from at most a millisecond after the last one that the store can have
     * @param to at least a millisecond before 1970
     */
    static Map<String, Object> between(long from, long to) {
        return Map.of("range", Map.of(IndexColumns.TIME, Map.of("gte", from, "lt", to + 1, "format", "epoch_millis")));
    }

    /** The conditions on tags that the server certainly compares as Weir does. */
    static List<Object> onTags(Selection selection) {
        List<Object> conditions = new ArrayList<>();
        int length = 0;
        for (TagCondition each : TagCondition.of(selection).toList()) {
            length += length(each);
            if (length <= LONGEST_CONDITIONS) {
                onTag(each).ifPresent(conditions::add);
            }
        }
        return conditions;
    }

    private static int length(TagCondition condition) {
        return condition instanceof TagCondition.OneOf one
                ? one.values().stream().mapToInt(String::length).sum()
                : TagCondition.LONGEST_TEXT;
    }

    private static Optional<Object> onTag(TagCondition condition) {
        String column = IndexColumns.TAGS + "." + condition.tag();
        if (condition instanceof TagCondition.OneOf one) {
            return Optional.of(oneOf(column, one.values()));
        }
        return condition instanceof TagCondition.Matches match
                ? LuceneRegex.of(match.regex())
                        .map(regex -> Map.of("regexp", Map.of(column, Map.of("value", regex, "flags", "NONE"))))
                : Optional.empty();
    }
}
