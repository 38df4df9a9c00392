package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;

/** Checks names and texts of rules, so that line protocol and alarm ids can contain them. */
public final class Spelling {
    private static final int MAX_NAME = 64;
    private static final int MOST_TAGS = 100;

    private Spelling() {}

    /** Rule names are parts of alarm ids and store names: {@code [a-z0-9-]+}. */
    public static String requireName(String key, String name) {
        boolean plain = name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
        if (!plain || name.isEmpty() || name.length() > MAX_NAME) {
            String mended =
                    name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
            throw new Refusal(
                    key,
                    "must be 1 to " + MAX_NAME + " of a-z, 0-9 and -, was " + Refusal.quote(name),
                    mended.isEmpty() || mended.length() > MAX_NAME ? "" : "did you mean \"" + mended + "\"?");
        }
        return name;
    }

    /**
     * Refuses tag keys that line protocol cannot spell, duplicates, and more keys than a series may
     * have.
     */
    public static void requireTags(String key, Collection<String> tags) {
        if (tags.size() > MOST_TAGS) {
            throw new Refusal(
                    key, "names " + tags.size() + " tags; the limit is " + MOST_TAGS, "a series has fewer tags");
        }
        tags.forEach(tag -> require(key, "tag key", tag));
        if (new HashSet<>(tags).size() < tags.size()) {
            throw new Refusal(key, "names a tag twice", "keep one of them");
        }
    }

    /**
     * Refuses a text that line protocol cannot spell as a measurement, tag key, tag value or field
     * key.
     */
    public static String require(String key, String what, String text) {
        if (text.isEmpty() || text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.endsWith("\\")) {
            throw new Refusal(
                    key,
                    what + " must not be empty, contain a newline or end with a backslash, was " + Refusal.quote(text),
                    "");
        }
        return text;
    }
}
