package io.weir.query.store;

/**
 * Regular expressions that mean the same to all stores: characters, a dot, repetitions, alternatives and groups. Others
 * differ between the libraries of RE2, Go and Java, such as {@code [a&&b]}, {@code \h} or {@code (?i)}.
 */
final class PlainRegex {
    /** These have a meaning, unless they follow a backslash. Any other visible ASCII character is itself. */
    private static final String MEANING = "\\.+*?()|[]{}^$";

    private static final String NOT_PLAIN = "[]{}^$";

    private PlainRegex() {}

    /** @param regex a valid one */
    static boolean isPlain(String regex) {
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\') {
                i++;
                if (i == regex.length() || MEANING.indexOf(regex.charAt(i)) < 0) {
                    return false;
                }
            } else if (c < ' ' || c > '~' || NOT_PLAIN.indexOf(c) >= 0 || isFlag(regex, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a group begins that does more than group. */
    private static boolean isFlag(String regex, int at) {
        return regex.startsWith("(?", at) && !regex.startsWith("(?:", at) && !regex.startsWith("(?s:", at);
    }
}
