package io.weir.dashboard.view;

import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A value of a tag that users choose on the page. Panels refer to it as {@code $name}.
 *
 * @param measurement whose known series offer the values; empty for all measurements
 * @param tag its key
 * @param fallback the value at first; empty for all values
 * @param hasAll whether users may choose all values
 */
public record Variable(
        String name, Optional<String> measurement, String tag, Optional<String> fallback, boolean hasAll) {
    static final int MOST = 10;

    private static final String NAME = "[A-Za-z][A-Za-z0-9_]{0,31}";
    private static final Pattern NAMES = Pattern.compile(NAME);
    private static final Pattern REFERENCE = Pattern.compile("\\$(" + NAME + ")");

    /** Rejects variables that no panel can name, or that have no value at first. */
    public Variable {
        if (!NAMES.matcher(name).matches()) {
            throw new Refusal(
                    "must have a name of at most 32 letters, digits and _ that begins with a letter",
                    "such as detector");
        }
        if (tag.isBlank()) {
            throw new Refusal("tag", "must be the key of a tag", "such as detector");
        }
        if (fallback.filter(String::isBlank).isPresent()) {
            throw new Refusal("default", "must not be empty", "write a value of the tag, or all: true");
        }
        if (fallback.isEmpty() && !hasAll) {
            throw new Refusal("default", "is missing", "write a value of the tag, or all: true");
        }
    }

    /** The names of the variables in a text, in its order, also of unknown ones. */
    static List<String> references(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
