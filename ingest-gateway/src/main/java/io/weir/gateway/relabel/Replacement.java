package io.weir.gateway.relabel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A text with references to groups of an expression: {@code $1}, {@code ${1}}, {@code ${name}}, and
 * {@code $$} for a dollar. A reference to no group is empty, as in Go. Immutable.
 */
public final class Replacement {
    private final List<Part> parts;
    private final String text;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Group(int number) implements Part {}
    }

    /** Reads the text once. */
    public Replacement(String text, Pattern regex) {
        this.text = text;
        this.parts = parts(text, regex);
    }

    private static List<Part> parts(String text, Pattern regex) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int dollar = text.indexOf('$', at);
            if (dollar < 0 || dollar == text.length() - 1) {
                parts.add(new Part.Literal(text.substring(at)));
                break;
            }
            parts.add(new Part.Literal(text.substring(at, dollar)));
            boolean isBraced = text.charAt(dollar + 1) == '{';
            int from = dollar + (isBraced ? 2 : 1);
            int to = nameEnd(text, from);
            if (text.charAt(dollar + 1) == '$') {
                parts.add(new Part.Literal("$"));
                at = dollar + 2;
            } else if (to == from || (isBraced && (to == text.length() || text.charAt(to) != '}'))) {
                parts.add(new Part.Literal("$"));
                at = dollar + 1;
            } else {
                int group = group(text.substring(from, to), regex);
                if (group >= 0) {
                    parts.add(new Part.Group(group));
                }
                at = isBraced ? to + 1 : to;
            }
        }
        return List.copyOf(parts);
    }

    private static int nameEnd(String text, int from) {
        int to = from;
        while (to < text.length() && (Character.isLetterOrDigit(text.charAt(to)) || text.charAt(to) == '_')) {
            to++;
        }
        return to;
    }

    private static int group(String name, Pattern regex) {
        if (name.matches("[0-9]{1,4}")) {
            int number = Integer.parseInt(name);
            return number <= regex.groupCount() ? number : -1;
        }
        return regex.namedGroups().getOrDefault(name, -1);
    }

    /** The text for a match. */
    public String of(Matcher match) {
        StringBuilder result = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Literal literal) {
                result.append(literal.text());
            } else if (part instanceof Part.Group group && match.group(group.number()) != null) {
                result.append(match.group(group.number()));
            }
        }
        return result.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
