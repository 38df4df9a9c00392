package io.weir.query.store;

import static java.util.stream.Collectors.joining;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions on tags that a store checks, too. They only save reading: Weir checks all matchers itself. */
public final class TagConditions {
    /** A longer text is not compared by the store: statements are limited in length. */
    private static final int LONGEST_TEXT = 1_000;

    /** Of all conditions, in the address of the request. */
    private static final int LONGEST_CONDITIONS = 8_000;

    private TagConditions() {}

    /** The conditions on tags that must have one of some values, or match a regular expression; each in parentheses. */
    public static List<String> of(Selection selection, TagLanguage language) {
        List<String> conditions = new ArrayList<>();
        int length = 0;
        for (Matcher each : selection.labels()) {
            String tag = PromqlNames.unescaped(each.label());
            if (!PromqlNames.label(tag).equals(each.label()) || !language.canCompare(tag)) {
                continue;
            }
            Optional<String> condition = isRegex(each) && language.canMatch(each.value())
                    ? Optional.of(language.matches(tag, "^(?:" + each.value() + ")$"))
                    : oneOf(tag, values(each), language);
            if (condition.isPresent()) {
                String text = "(" + condition.get() + ")";
                length += Statements.encodedLength(text);
                if (length > LONGEST_CONDITIONS) {
                    break;
                }
                conditions.add(text);
            }
        }
        return conditions;
    }

    /** Whether a statement with the conditions selects exactly the series of a selection. */
    public static boolean areAll(List<String> conditions, Selection selection) {
        return conditions.size() == selection.labels().size();
    }

    private static Optional<String> oneOf(String tag, List<String> values, TagLanguage language) {
        return values.isEmpty() || !values.stream().allMatch(TagConditions::isComparable)
                ? Optional.empty()
                : Optional.of(
                        values.stream().map(value -> language.equal(tag, value)).collect(joining(" OR ")));
    }

    /** Whether a store may compare the tag with a regular expression. A series that lacks the tag does not match it. */
    private static boolean isRegex(Matcher matcher) {
        return matcher.comparison() == Comparison.MATCHES
                && values(matcher).isEmpty()
                && matcher.value().length() <= LONGEST_TEXT
                && !matcher.matches("");
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
