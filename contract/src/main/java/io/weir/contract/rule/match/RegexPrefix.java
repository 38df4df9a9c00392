package io.weir.contract.rule.match;

/**
 * The literal prefix of all matches of a regular expression, as far as its first characters show
 * it.
 */
final class RegexPrefix {
    private static final String META = ".*+?()[]{}|^$\\";
    private static final String OPTIONAL = "*?{";

    private RegexPrefix() {}

    /** Empty if nothing is certain. */
    static String of(String expression) {
        StringBuilder prefix = new StringBuilder();
        int at = expression.startsWith("^") ? 1 : 0;
        while (at < expression.length() && !hasAlternatives(expression)) {
            int c = expression.codePointAt(at);
            if (c == '\\' && at + 1 < expression.length() && META.indexOf(expression.charAt(at + 1)) >= 0) {
                at++;
                c = expression.charAt(at);
            } else if (META.indexOf(c) >= 0) {
                break;
            }
            at += Character.charCount(c);
            char next = at < expression.length() ? expression.charAt(at) : 0;
            if (OPTIONAL.indexOf(next) >= 0) {
                break;
            }
            prefix.appendCodePoint(c);
        }
        return prefix.toString();
    }

    /** Whether a bar may be outside parentheses: then matches need not have the text before it. */
    private static boolean hasAlternatives(String expression) {
        if (expression.indexOf('|') < 0) {
            return false;
        }
        if (expression.indexOf('[') >= 0 || expression.indexOf('\\') >= 0) {
            return true;
        }
        int depth = 0;
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '|' && depth == 0) {
                return true;
            }
        }
        return false;
    }
}
