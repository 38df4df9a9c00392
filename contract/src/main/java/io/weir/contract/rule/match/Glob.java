package io.weir.contract.rule.match;

import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A pattern of a whole text: {@code *} matches any run of characters, {@code ?} matches any one;
 * there is no escape.
 *
 * <p>Matching takes at most pattern length × text length steps.
 */
public record Glob(String pattern) implements TextPattern {
    public static final Glob ANY = new Glob("*");
    private static final String META = "\\.+*?()|[]{}^$";
    /** The maximum length of a pattern, in characters. */
    public static final int MAX_LENGTH = 256;

    public Glob {
        if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
            throw new Refusal("must have 1 to " + MAX_LENGTH + " characters", "\"*\" matches every text");
        }
    }

    /** Whether a pattern matches other texts than itself. */
    public static boolean hasWildcard(String pattern) {
        return pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0;
    }

    @Override
    public Optional<List<String>> texts() {
        return hasWildcard(pattern) ? Optional.empty() : Optional.of(List.of(pattern));
    }

    /** The literal prefix of all matching texts. */
    String prefix() {
        int end = nextWildcard(0);
        return pattern.substring(0, end);
    }

    /** The literal suffix of all matching texts. */
    String suffix() {
        int begin = Math.max(pattern.lastIndexOf('*'), pattern.lastIndexOf('?')) + 1;
        return pattern.substring(begin);
    }

    /** The longest literal part, which every matching text contains. */
    String longestRun() {
        String longest = "";
        for (int begin = 0; begin < pattern.length(); ) {
            int end = nextWildcard(begin);
            longest = end - begin > longest.length() ? pattern.substring(begin, end) : longest;
            begin = end + 1;
        }
        return longest;
    }

    private int nextWildcard(int from) {
        int at = from;
        while (at < pattern.length() && pattern.charAt(at) != '*' && pattern.charAt(at) != '?') {
            at++;
        }
        return at;
    }

    /** Only the last star is ever extended: extending an earlier one gains nothing more. */
    @Override
    public boolean matches(String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int starText = 0;
        while (t < text.length()) {
            char wanted = p < pattern.length() ? pattern.charAt(p) : 0;
            if (p < pattern.length() && wanted == '*') {
                star = p++;
                starText = t;
            } else if (p < pattern.length() && (wanted == '?' || wanted == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++starText;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /**
     * Whether this pattern matches all that the other one matches. True is certain; false includes
     * "unknown".
     */
    public boolean covers(Glob narrow) {
        // A star matches the other's wildcards as it matches any character. A question mark must not match
        // the other's star.
        boolean isPlain = pattern.indexOf('?') < 0 || narrow.pattern.indexOf('*') < 0;
        return equals(narrow) || (isPlain && matches(narrow.pattern));
    }

    @Override
    public String regex() {
        StringBuilder regex = new StringBuilder("(?s:");
        pattern.codePoints().forEach(c -> {
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                if (META.indexOf(c) >= 0) {
                    regex.append('\\');
                }
                regex.appendCodePoint(c);
            }
        });
        return regex.append(')').toString();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
