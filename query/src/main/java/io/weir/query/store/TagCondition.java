package io.weir.query.store;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A condition on a tag that a store may check, too. Weir checks all matchers of series itself. It leaves the matchers of
 * groups to a store that can check all of them.
 */
public sealed interface TagCondition {
    /** A longer text is not compared by the store: statements are limited in length. */
    int LONGEST_TEXT = 1_000;

    /** The name of the tag in the store. */
    String tag();

    /**
     * The tag has one of these values.
     *
     * @param values at least one; none is empty
     */
    record OneOf(String tag, List<String> values) implements TagCondition {}

    /**
     * The tag matches a regular expression as a whole.
     *
     * @param regex a valid one of RE2, which does not match the empty text
     */
    record Matches(String tag, String regex) implements TagCondition {}

    /** The conditions of a selection, in the order of its matchers. */
    static Stream<TagCondition> of(Selection selection) {
        return selection.labels().stream().flatMap(matcher -> of(matcher).stream());
    }

    private static Optional<TagCondition> of(Matcher matcher) {
        String tag = PromqlNames.unescaped(matcher.label());
        if (!PromqlNames.label(tag).equals(matcher.label())) {
            return Optional.empty();
        }
        List<String> values = values(matcher);
        if (!values.isEmpty() && values.stream().allMatch(TagCondition::isComparable)) {
            return Optional.of(new OneOf(tag, values));
        }
        return values.isEmpty() && isRegex(matcher) ? Optional.of(new Matches(tag, matcher.value())) : Optional.empty();
    }

    /** Whether a store may compare the tag with a regular expression. A series that lacks the tag does not match it. */
    private static boolean isRegex(Matcher matcher) {
        return matcher.comparison() == Comparison.MATCHES
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
