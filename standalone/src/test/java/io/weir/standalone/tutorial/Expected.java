package io.weir.standalone.tutorial;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a page says that is printed. {@code …} stands for any text within a line; a line that is {@code …} alone for any lines,
 * or none.
 *
 * @param text each line ended by a newline
 */
record Expected(String text) {
    private static final String ANY = "…";

    /** Is it this and nothing else? */
    boolean isAllOf(String printed) {
        return pattern().matcher(printed).matches();
    }

    /** Does it begin with this? More may follow. */
    boolean isBeginningOf(String printed) {
        return pattern().matcher(printed).lookingAt();
    }

    private Pattern pattern() {
        return Pattern.compile(text.lines().map(Expected::line).collect(Collectors.joining()));
    }

    private static String line(String line) {
        if (line.strip().equals(ANY)) {
            return "(?:[^\\n]*\\n)*?";
        }
        return List.of(line.split(ANY, -1)).stream()
                .map(Pattern::quote)
                .collect(Collectors.joining("[^\\n]*", "", "\\n"));
    }
}
