package io.weir.contract.expression;

import com.ezylang.evalex.parser.ASTNode;
import com.ezylang.evalex.parser.Token;
import com.ezylang.evalex.parser.Token.TokenType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds the numbers that a condition compares its variable with. Used once. */
final class Thresholds {

    private static final Set<String> LOGIC = Set.of("&&", "||", "!");
    private static final double[] NO_VALUES = {};

    private final String text;
    private final String variable;
    private final List<Double> found = new ArrayList<>();

    Thresholds(String text, String variable) {
        this.text = text;
        this.variable = variable;
    }

    List<Double> of(ASTNode root) {
        collect(root);
        return List.copyOf(found);
    }

    private void collect(ASTNode node) {
        Token token = node.getToken();
        if (LOGIC.contains(token.getValue())) {
            node.getParameters().forEach(this::collect);
            return;
        }
        boolean isComparison = token.getType() == TokenType.INFIX_OPERATOR && Operators.isOrdering(token.getValue());
        if (!isComparison) {
            throw refused(node);
        }
        ASTNode left = node.getParameters().get(0);
        ASTNode right = node.getParameters().get(1);
        if (isVariable(left) == isVariable(right)) {
            throw refused(node);
        }
        found.add(number(isVariable(left) ? right : left));
    }

    private boolean isVariable(ASTNode node) {
        Token token = node.getToken();
        return token.getType() == TokenType.VARIABLE_OR_CONSTANT
                && Grammar.written(text, token).equals(variable);
    }

    private double number(ASTNode node) {
        Formula formula = new Compiler(text, (name, position) -> {
                    throw refused(node);
                })
                .compile(node);
        double number = formula.evaluate(NO_VALUES);
        if (Double.isNaN(number)) {
            throw refused(node);
        }
        return number;
    }

    private RuntimeException refused(ASTNode node) {
        return Mistake.at(
                node.getToken().getStartPosition(),
                "must compare " + variable + " with a number by <, <=, > or >=",
                "such as " + variable + " > 0.5; join comparisons by && and ||");
    }
}
