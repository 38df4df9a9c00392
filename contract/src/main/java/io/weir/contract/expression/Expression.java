package io.weir.contract.expression;

import com.ezylang.evalex.parser.ASTNode;
import io.weir.contract.yaml.Nearest;
import io.weir.contract.yaml.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An expression that was found to be well formed; {@link #over} compiles it. Immutable; two of the same text are equal.
 *
 * <p>Comparisons and logic yield 1 or 0, and every defined value but 0 counts as true. Names are variables; one that is no
 * identifier stands in backticks.
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

    /** @throws Refusal with what is wrong with the text, and where in it */
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
     * @param names of the values, in their order; there may be more of them than variables
     * @param what messages call such a name, such as {@code variable}
     * @throws Refusal if a variable has no such name
     */
    public Formula over(List<String> names, String what) {
        return new Compiler(text, (name, position) -> index(name, position, names, what)).compile(root);
    }

    private static int index(String name, int position, List<String> names, String what) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw at(position, "no " + what + " is named " + Refusal.quote(name), Nearest.suggestion(name, names));
        }
        return index;
    }

    /**
     * The same text for expressions that differ only in how they are spelled: in spaces, in brackets and backticks that change
     * nothing, in how a number is written.
     */
    public String canonical() {
        return Canonical.text(text, root);
    }

    /** @param position of a character in the text, counted from 1 */
    static Refusal at(int position, String wrong, String meant) {
        return new Refusal(wrong + ", at character " + position, meant);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Expression that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text as it was written. */
    @Override
    public String toString() {
        return text;
    }
}
