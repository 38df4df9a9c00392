package io.weir.contract.rule.match;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * A regular expression of a whole text, written between slashes: {@code /eth[0-9]+/}. In rules,
 * only this class uses the library RE2/J, which never backtracks but supports neither lookaround nor back
 * references.
 *
 * @param compiled equal if its text is
 * @param size the length in characters with all repetitions expanded; the memory is proportional to
 *     it
 */
public record Regex(Pattern compiled, long size) implements TextPattern {
    private static final int MAX_LENGTH = 256;

    static boolean isSpelled(String spelling) {
        return spelling.length() > 1 && spelling.startsWith("/") && spelling.endsWith("/");
    }

    /** @throws Refusal if the expression is invalid or too large */
    static Regex of(String spelling) {
        String expression = spelling.substring(1, spelling.length() - 1);
        if (expression.isEmpty() || expression.length() > MAX_LENGTH) {
            throw new Refusal(
                    "must have 1 to " + MAX_LENGTH + " characters between its slashes",
                    expression.isEmpty() ? "\"/.*/\" matches every text" : "write several in a list");
        }
        long size = RegexSize.of(expression);
        try {
            return new Regex(Pattern.compile(expression), size);
        } catch (PatternSyntaxException e) {
            throw new Refusal("is not a regular expression: " + wrong(e, expression), meant(e));
        }
    }

    @Override
    public boolean matches(String text) {
        return compiled.matches(text);
    }

    /** The literal prefix of all matching texts; empty if unknown. */
    String prefix() {
        return RegexPrefix.of(compiled.pattern());
    }

    /** Always unknown: a rule that means one text should contain that text. */
    @Override
    public Optional<List<String>> texts() {
        return Optional.empty();
    }

    @Override
    public String regex() {
        return "(?:" + compiled.pattern() + ")";
    }

    @Override
    public String toString() {
        return "/" + compiled.pattern() + "/";
    }

    private static String wrong(PatternSyntaxException e, String expression) {
        String part = e.getPattern();
        return e.getDescription() + (part.isEmpty() || part.equals(expression) ? "" : ", " + Refusal.quote(part));
    }

    private static String meant(PatternSyntaxException e) {
        String part = e.getPattern();
        boolean isForeign = part.startsWith("(?") || part.matches("\\\\[1-9k]");
        return isForeign
                ? "RE2 has no lookaround and no back references, so that matching is always fast"
                : "the text between slashes is a regular expression in the syntax of RE2";
    }
}
