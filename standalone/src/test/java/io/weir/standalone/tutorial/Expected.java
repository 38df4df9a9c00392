package io.weir.standalone.tutorial;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Expected output of a page. {@code …} matches any text within a line; a line that consists of
 * {@code …} matches any number of lines.
 *
 * @param text each line ended by a newline
 */
record Expected(String text) {
    private static final String ANY = "…";

    /** Whether the output matches completely. */
    boolean isAllOf(String printed) {
        return pattern().matcher(printed).matches();
    }

    /** Whether the output begins with a match. More may follow. */
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
