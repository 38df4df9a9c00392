package io.weir.standalone.query;

import io.weir.standalone.topic.TerminalText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A refusal of the server.
 *
 * @param query as the user wrote it
 * @param type Prometheus' errorType, such as {@code bad_data}
 * @param message with line and column of the mistake, if the query has one
 * @param ofTimeout the remedy of a timeout
 */
record QueryRefusal(String query, String type, String message, String ofTimeout) {
    private static final Pattern POSITION = Pattern.compile("\\b(\\d{1,6}):(\\d{1,6}): ");

    /** The message, and below it the line of the query with a caret under the mistake. */
    String text(String server) {
        return server + " refuses the query: " + TerminalText.of(message) + remedy() + excerpt();
    }

    private String remedy() {
        if (message.contains("maximum resolution")) {
            return "; raise --step, or shorten the range";
        }
        return switch (type) {
            case "timeout", "canceled" -> "; " + ofTimeout;
            case "unavailable" -> "; repeat it later";
            default -> "";
        };
    }

    private String excerpt() {
        Matcher position = POSITION.matcher(message);
        List<String> lines = query.lines().toList();
        if (!position.find()) {
            return "";
        }
        int line = Integer.parseInt(position.group(1)) - 1;
        int column = Integer.parseInt(position.group(2)) - 1;
        if (line < 0
                || line >= lines.size()
                || column < 0
                || column > lines.get(line).length()) {
            return "";
        }
        String before = TerminalText.of(lines.get(line).substring(0, column));
        String after = TerminalText.of(lines.get(line).substring(column));
        return System.lineSeparator() + "  " + before + after + System.lineSeparator() + "  "
                + " ".repeat(before.codePointCount(0, before.length())) + "^";
    }
}
