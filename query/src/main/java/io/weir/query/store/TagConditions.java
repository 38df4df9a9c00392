package io.weir.query.store;

import static java.util.stream.Collectors.joining;

import io.weir.query.naming.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions on tags in the language of a store. */
public final class TagConditions {
    /** Of all conditions, in the address of the request. */
    private static final int LONGEST_CONDITIONS = 8_000;

    private TagConditions() {}

    /** The conditions on tags that must have one of some values, or match a regular expression; each in parentheses. */
    public static List<String> of(Selection selection, TagLanguage language) {
        List<String> conditions = new ArrayList<>();
        int length = 0;
        for (TagCondition each : TagCondition.of(selection).toList()) {
            Optional<String> condition =
                    language.canCompare(each.tag()) ? inLanguage(each, language) : Optional.empty();
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

    /** Whether a store may have conditions for all matchers of a selection; if not, no table is needed to know. */
    static boolean canBeAll(Selection selection) {
        return TagCondition.of(selection).count() == selection.labels().size();
    }

    /** In Java, {@code $} also matches before a line break at the end of the text. */
    private static Optional<String> inLanguage(TagCondition condition, TagLanguage language) {
        if (condition instanceof TagCondition.OneOf one) {
            return Optional.of(one.values().stream()
                    .map(value -> language.equal(one.tag(), value))
                    .collect(joining(" OR ")));
        }
        return condition instanceof TagCondition.Matches match && language.canMatch(match.regex())
                ? Optional.of(language.matches(match.tag(), "^(?:" + match.regex() + ")\\z"))
                : Optional.empty();
    }
}
