package io.weir.standalone.query;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The labels of a series, the name first.
 *
 * @param values in the order of the server
 */
record Labels(Map<String, String> values) {
    /** The label with the name of the series. */
    static final String NAME = "__name__";

    static final Labels NONE = new Labels(Map.of());

    private static final Pattern METRIC_NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

    Labels {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * A selector of the series, such as {@code cpu{host="a"}}, for a terminal and for the next
     * query: characters that control a terminal are escapes of PromQL.
     */
    String selector() {
        String name = values.getOrDefault(NAME, "");
        boolean isPlain = METRIC_NAME.matcher(name).matches();
        String matchers = values.entrySet().stream()
                .filter(label -> !isPlain || !label.getKey().equals(NAME))
                .map(label -> escape(label.getKey()) + "=\"" + escape(label.getValue()) + '"')
                .collect(Collectors.joining(", "));
        return isPlain ? matchers.isEmpty() ? name : name + '{' + matchers + '}' : '{' + matchers + '}';
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            switch (character) {
                case '\\' -> escaped.append("\\\\");
                case '"' -> escaped.append("\\\"");
                case '\n' -> escaped.append("\\n");
                case '\t' -> escaped.append("\\t");
                default -> appendVisible(character, escaped);
            }
        });
        return escaped.toString();
    }

    private static void appendVisible(int character, StringBuilder to) {
        boolean controls =
                switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SURROGATE,
                            Character.PRIVATE_USE -> true;
                    default -> false;
                };
        if (!controls) {
            to.appendCodePoint(character);
        } else {
            to.append(
                    character <= Character.MAX_VALUE
                            ? String.format("\\u%04x", character)
                            : String.format("\\U%08x", character));
        }
    }
}
