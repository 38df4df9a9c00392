package io.weir.query.eval;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A text with references to groups of a regular expression: {@code $1}, {@code $name}, {@code ${1}}, and {@code $$} for a
 * dollar. As in Go, a name is as long as possible, and a group that does not exist is empty.
 */
record Template(List<Part> parts) {
    private static final Pattern REFERENCE = Pattern.compile("\\$(?:\\$|(\\w+)|\\{(\\w+)\\})");

    /** A text, or the name of a group. */
    private record Part(String text, boolean group) {}

    static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher references = REFERENCE.matcher(text);
        int end = 0;
        while (references.find()) {
            parts.add(new Part(text.substring(end, references.start()), false));
            String plain = references.group(1);
            String braced = references.group(2);
            if (plain == null && braced == null) {
                parts.add(new Part("$", false));
            } else {
                parts.add(new Part(plain == null ? String.valueOf(braced) : plain, true));
            }
            end = references.end();
        }
        parts.add(new Part(text.substring(end), false));
        return new Template(parts);
    }

    /** The matcher has matched. */
    String expand(Pattern pattern, Matcher matcher) {
        StringBuilder text = new StringBuilder();
        for (Part each : parts) {
            text.append(each.group() ? group(each.text(), pattern, matcher) : each.text());
        }
        return text.toString();
    }

    private static String group(String name, Pattern pattern, Matcher matcher) {
        String found = null;
        if (name.chars().allMatch(Character::isDigit)) {
            int index = name.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(name);
            found = index <= matcher.groupCount() ? matcher.group(index) : null;
        } else if (pattern.namedGroups().containsKey(name)) {
            found = matcher.group(name);
        }
        return found == null ? "" : found;
    }
}
