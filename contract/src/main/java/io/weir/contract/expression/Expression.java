package io.weir.contract.expression;

import com.ezylang.evalex.parser.ASTNode;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A well-formed expression; {@link #over} compiles it. Immutable; expressions with the same text
 * are equal.
 *
 * <p>Comparisons and logic yield 1 or 0, and every defined value except 0 counts as true. Names are
 * variables; a name that is not an identifier needs backticks.
 */
public final class Expression {
    private final String text;
    private final ASTNode root;
    private final Map<String, Integer> positions = new LinkedHashMap<>();

    private Expression(String text) {
        this.text = text;
        this.root = Grammar.parse(text);
        Compiler compiler = new Compiler(text, (name, position) -> {
            positions.putIfAbsent(name, position);
            return 0;
        });
        compiler.compile(root);
    }

    /** @throws Refusal with the mistake in the text, and its position */
    public static Expression of(String text) {
        return new Expression(text);
    }

    /** The names of all variables, each once, in the order of the text. */
    public List<String> variables() {
        return List.copyOf(positions.keySet());
    }

    /**
     * Compiles the expression.
     *
     * @param names the names of the values, in their order; may contain more than the variables
     * @param what the word for such a name in messages, such as {@code variable}
     * @throws Refusal if a variable has no such name
     */
    public Formula over(List<String> names, String what) {
        return new Compiler(text, (name, position) -> index(name, position, names, what)).compile(root);
    }

    private static int index(String name, int position, List<String> names, String what) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw Mistake.at(
                    position, "no " + what + " is named " + Refusal.quote(name), Nearest.suggestion(name, names));
        }
        return index;
    }

    /**
     * The numbers that a variable is compared with.
     *
     * @throws Refusal if the expression is not made of such comparisons, joined by logic
     */
    public List<Double> thresholds(String variable) {
        return new Thresholds(text, variable).of(root);
    }

    /**
     * The same text for expressions that differ only in spelling: in spaces, in brackets and
     * backticks without effect, in the notation of a number.
     */
    public String canonical() {
        return Canonical.text(text, root);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Expression that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The original text. */
    @Override
    public String toString() {
        return text;
    }
}
