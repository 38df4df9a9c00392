package io.weir.contract.expression;

import com.ezylang.evalex.parser.ASTNode;
import com.ezylang.evalex.parser.Token;
import com.ezylang.evalex.parser.Token.TokenType;
import io.weir.contract.config.Nearest;
import io.weir.contract.config.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a tree into a formula; refuses trees that are too large, have unknown names or are
 * certainly mistakes. Used once.
 */
final class Compiler {
    /** The deepest nesting of formulas, which bounds the stack. */
    private static final int MAX_DEPTH = 100;

    /** The most nodes, which bounds the evaluation time. */
    private static final int MAX_NODES = 400;

    private static final Pattern DECIMAL = Pattern.compile("[0-9]*\\.?[0-9]*([eE][+-]?[0-9]+)?");

    private static final Map<String, Double> CONSTANTS = Map.of("pi", Math.PI, "true", 1.0, "false", 0.0);

    /** Resolves variables. */
    @FunctionalInterface
    interface Variables {
        /**
         * The index of a variable's value; refuses an unknown name. {@code position} is 1-based.
         */
        int index(String name, int position);
    }

    private final String text;
    private final Variables variables;
    private int nodes;

    Compiler(String text, Variables variables) {
        this.text = text;
        this.variables = variables;
    }

    Formula compile(ASTNode root) {
        return compile(root, 1);
    }

    private Formula compile(ASTNode node, int depth) {
        Token token = node.getToken();
        if (++nodes > MAX_NODES) {
            throw Mistake.at(
                    token.getStartPosition(),
                    "has more than " + MAX_NODES + " numbers, names, operators and functions",
                    "");
        }
        if (depth > MAX_DEPTH) {
            throw Mistake.at(
                    token.getStartPosition(), "is nested more than " + MAX_DEPTH + " deep", "sum(a, b, …) is flat");
        }
        requireNoChain(node);
        List<Formula> operands = new ArrayList<>();
        for (ASTNode operand : node.getParameters()) {
            operands.add(compile(operand, depth + 1));
        }
        return switch (token.getType()) {
            case NUMBER_LITERAL -> number(token);
            case VARIABLE_OR_CONSTANT -> variable(token);
            case PREFIX_OPERATOR -> Operators.prefix(token.getValue(), operands.get(0));
            case INFIX_OPERATOR -> Operators.infix(token.getValue(), operands.get(0), operands.get(1));
            case FUNCTION -> call(token, operands);
            default ->
                throw Mistake.at(
                        token.getStartPosition(),
                        "contains a text, which has no numeric value",
                        "write a name that is no identifier in backticks");
        };
    }

    private static Formula number(Token token) {
        String digits = token.getValue();
        if (!DECIMAL.matcher(digits).matches()) {
            throw Mistake.at(
                    token.getStartPosition(), "has a number that is not decimal, " + Refusal.quote(digits), "");
        }
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) {
            throw Mistake.at(
                    token.getStartPosition(),
                    "has a number that is too large, " + Refusal.quote(digits),
                    "the largest is about 1.8e308");
        }
        return values -> number;
    }

    /** The value of a constant; null for a variable. */
    static @Nullable Double constant(String text, Token token) {
        return Grammar.isQuoted(text, token.getStartPosition()) ? null : CONSTANTS.get(Grammar.written(text, token));
    }

    private Formula variable(Token token) {
        int position = token.getStartPosition();
        String name = Grammar.written(text, token);
        Double constant = constant(text, token);
        if (constant != null) {
            double number = constant;
            return values -> number;
        }
        int index = variables.index(name, position);
        return values -> Formula.finite(values[index]);
    }

    private Formula call(Token token, List<Formula> operands) {
        String name = Grammar.written(text, token).toLowerCase(Locale.ROOT);
        Functions.Callable function = Functions.BY_NAME.get(name);
        if (function == null || Grammar.isQuoted(text, token.getStartPosition())) {
            throw Mistake.at(
                    token.getStartPosition(),
                    "calls " + Refusal.quote(Grammar.written(text, token)) + ", which is not a function",
                    Nearest.suggestion(name, Functions.BY_NAME.keySet()));
        }
        if (operands.size() < function.least() || operands.size() > function.most()) {
            throw Mistake.at(
                    token.getStartPosition(),
                    "calls " + name + " with " + operands.size() + ", but it takes " + function.operands(),
                    "");
        }
        return function.compile().apply(operands);
    }

    /** {@code a < b < c} would compare the truth of {@code a < b} with {@code c}. */
    private static void requireNoChain(ASTNode node) {
        if (!isOrdering(node)) {
            return;
        }
        for (ASTNode operand : node.getParameters()) {
            if (isOrdering(operand)) {
                throw Mistake.at(
                        node.getToken().getStartPosition(),
                        "compares the result of a comparison",
                        "write a < b && b < c");
            }
        }
    }

    private static boolean isOrdering(ASTNode node) {
        Token token = node.getToken();
        return token.getType() == TokenType.INFIX_OPERATOR && Operators.isOrdering(token.getValue());
    }
}
