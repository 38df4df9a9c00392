package io.weir.query.store;

import static java.util.stream.Collectors.joining;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/** The conditions on tags that a store checks, too. They only save reading: Weir checks all matchers itself. */
public final class TagConditions {
    /** A longer text is not compared by the store: statements are limited in length. */
    private static final int LONGEST_TEXT = 1_000;

    /** Of all conditions, in the address of the request. */
    private static final int LONGEST_CONDITIONS = 8_000;

    private TagConditions() {}

    /**
     * The conditions on tags that must have one of some values, each in parentheses.
     *
     * @param isUsable whether the store can compare the tag
     * @param condition the condition that a tag has a value, in the language of the store
     */
    public static List<String> of(Selection selection, Predicate<String> isUsable, BinaryOperator<String> condition) {
        List<String> conditions = new ArrayList<>();
        int length = 0;
        for (Matcher each : selection.labels()) {
            String tag = PromqlNames.unescaped(each.label());
            List<String> values = values(each);
            if (!values.isEmpty()
                    && values.stream().allMatch(TagConditions::isComparable)
                    && PromqlNames.label(tag).equals(each.label())
                    && isUsable.test(tag)) {
                String text = values.stream()
                        .map(value -> condition.apply(tag, value))
                        .collect(joining(" OR ", "(", ")"));
                length += Statements.encodedLength(text);
                if (length > LONGEST_CONDITIONS) {
                    break;
                }
                conditions.add(text);
            }
        }
        return conditions;
    }

    /** The only values that match, if the matcher lists them. */
    private static List<String> values(Matcher matcher) {
        return switch (matcher.comparison()) {
            case EQUALS -> List.of(matcher.value());
            case MATCHES -> Alternatives.of(matcher.value());
            case EQUALS_NOT, MATCHES_NOT -> List.of();
        };
    }

    /** Whether a store compares the text as Weir does; an empty text is a tag that a series lacks. */
    private static boolean isComparable(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_TEXT && text.chars().allMatch(c -> c >= ' ');
    }
}
