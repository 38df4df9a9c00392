package io.weir.query.series;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.weir.contract.rule.match.RegexSize;

/** Compiles the regular expressions of queries. RE2/J alone would fill the memory for a short text with repeats. */
public final class Regexes {
    /** Most characters of all regular expressions of a query, each character as often as it is repeated. */
    public static final long MOST_CHARACTERS = 100_000;

    private Regexes() {}

    /** Throws {@link PatternSyntaxException} for an invalid regular expression, and for one that is too large. */
    public static Pattern compile(String text) {
        if (size(text) > MOST_CHARACTERS) {
            throw new PatternSyntaxException(tooLarge(), text);
        }
        return Pattern.compile(text);
    }

    /** Above {@link #MOST_CHARACTERS} if the text is too large, or if its parentheses nest too deeply. */
    public static long size(String text) {
        return RegexSize.of(text, MOST_CHARACTERS);
    }

    public static String tooLarge() {
        return "repeats make more than " + MOST_CHARACTERS + " characters of the regular expressions of the query, or"
                + " parentheses nest deeper than " + RegexSize.MOST_NESTED;
    }
}
