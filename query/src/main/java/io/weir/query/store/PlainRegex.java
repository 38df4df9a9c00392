package io.weir.query.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Regular expressions that mean the same to all stores: characters, simple classes, a dot, repetitions, alternatives and
 * groups. Others differ between the libraries of RE2 and Java, such as {@code [a&&b]}, {@code \h} or {@code (?i)}.
 */
public final class PlainRegex {
    /** These have a meaning, unless they follow a backslash. Any other visible ASCII character is itself. */
    private static final String MEANING = "\\.+*?()|[]{}^$";

    /** A class such as {@code [a-z0-9_]}, with a sign only at its end. */
    private static final Pattern CLASS = Pattern.compile("\\[\\^?[A-Za-z0-9_./-]+\\]");

    private static final String NOT_PLAIN = "[]{}^$";

    private static final int MOST_REPETITIONS = 3;

    /** More ways to match a text may take Java many steps. */
    private static final int MOST_WAYS = 1_000;

    /** For which a repetition counts. */
    private static final int WAYS_OF_REPETITION = 10;

    private PlainRegex() {}

    /** @param regex a valid one of RE2 */
    public static boolean isPlain(String regex) {
        String text = CLASS.matcher(regex).replaceAll("c");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
                if (i == text.length() || MEANING.indexOf(text.charAt(i)) < 0) {
                    return false;
                }
            } else if (c < ' ' || c > '~' || NOT_PLAIN.indexOf(c) >= 0 || isFlag(text, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a plain regular expression has few repetitions, and none of a group. */
    public static boolean hasFewRepetitions(String regex) {
        int repetitions = 0;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '*' || c == '+') {
                repetitions++;
                if (i > 0 && regex.charAt(i - 1) == ')') {
                    return false;
                }
            }
        }
        return repetitions <= MOST_REPETITIONS;
    }

    /**
     * Whether Java, which tries one way after the other, also needs few steps for a plain regular expression: the ways of
     * parts multiply, and those of alternatives add up.
     */
    public static boolean isFast(String regex) {
        Deque<Long> before = new ArrayDeque<>();
        long alternatives = 0;
        long ways = 1;
        for (int i = 0; i < regex.length() && ways + alternatives <= MOST_WAYS; i++) {
            switch (regex.charAt(i)) {
                case '\\' -> i++;
                case '(' -> {
                    before.push(alternatives);
                    before.push(ways);
                    alternatives = 0;
                    ways = 1;
                    i += regex.startsWith("(?", i) ? 1 : 0;
                }
                case '|' -> {
                    alternatives += ways;
                    ways = 1;
                }
                case ')' -> {
                    ways = before.pop() * (alternatives + ways);
                    alternatives = before.pop();
                }
                case '?' -> ways *= 2;
                case '*', '+' -> {
                    if (i > 0 && regex.charAt(i - 1) == ')') {
                        return false;
                    }
                    ways *= WAYS_OF_REPETITION;
                }
                default -> {}
            }
        }
        return ways + alternatives <= MOST_WAYS;
    }

    /** Whether a group begins that does more than group. */
    private static boolean isFlag(String regex, int at) {
        return regex.startsWith("(?", at) && !regex.startsWith("(?:", at) && !regex.startsWith("(?s:", at);
    }
}
