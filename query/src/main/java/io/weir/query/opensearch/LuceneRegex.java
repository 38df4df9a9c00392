package io.weir.query.opensearch;

import io.weir.query.store.PlainRegex;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates regular expressions of RE2 into those of Lucene, without its optional operators. */
final class LuceneRegex {
    /** Characters that are themselves in both, what both write alike, and groups. */
    private static final Pattern PART = Pattern.compile("(?<literal>[A-Za-z0-9_/:,=% -]|\\\\[.+*?()|\\[\\]{}^$\\\\])"
            + "|(?<wild>\\.|\\[\\^?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[A-Za-z0-9_./])+\\])"
            + "|(?<open>\\((?:\\?s?:)?(?!\\?))"
            + "|(?<close>[|)])"
            + "|(?<repeat>[+*?])");

    /** Lucene would need very many states for more. After a repetition, so would it for alternatives and options. */
    private static final int MOST_WILD = 5;

    private static final int MOST_OPTIONS = 20;

    private LuceneRegex() {}

    /**
     * An expression that matches at least the texts that the other one matches as a whole; empty if Lucene has none, or
     * might need many steps.
     *
     * @param regex a valid one of RE2
     */
    static Optional<String> of(String regex) {
        StringBuilder text = new StringBuilder();
        Matcher part = PART.matcher(regex);
        int wild = 0;
        int options = 0;
        boolean isRepeated = false;
        int end = 0;
        // Lucene has no empty alternatives.
        boolean isEmpty = true;
        while (end < regex.length() && part.region(end, regex.length()).lookingAt()) {
            end = part.end();
            boolean isOpen = part.group("open") != null;
            boolean isClose = part.group("close") != null;
            if (isClose && isEmpty) {
                return Optional.empty();
            }
            isEmpty = isOpen || part.group().equals("|");
            boolean isOption = part.group().equals("?");
            boolean isChoice = isOption || part.group().equals("|");
            wild += part.group("wild") != null || (isChoice && isRepeated) ? 1 : 0;
            options += isOption ? 1 : 0;
            isRepeated |= part.group("repeat") != null && !isOption;
            text.append(isOpen ? "(" : part.group());
        }
        boolean isWhole = end == regex.length() && !isEmpty;
        return isWhole && wild <= MOST_WILD && options <= MOST_OPTIONS && PlainRegex.hasFewRepetitions(regex)
                ? Optional.of(text.toString())
                : Optional.empty();
    }
}
