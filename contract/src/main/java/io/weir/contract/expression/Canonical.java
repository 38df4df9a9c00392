package io.weir.contract.expression;

import com.ezylang.evalex.parser.ASTNode;
import com.ezylang.evalex.parser.Token;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes equal trees as equal texts: prefix notation in brackets, names in backticks. */
final class Canonical {
    private Canonical() {}

    static String text(String text, ASTNode node) {
        Token token = node.getToken();
        return switch (token.getType()) {
            case NUMBER_LITERAL -> Double.toString(Double.parseDouble(token.getValue()));
            case VARIABLE_OR_CONSTANT -> name(text, token);
            case FUNCTION -> call(Grammar.written(text, token).toLowerCase(Locale.ROOT), operands(text, node));
            default -> call(token.getValue(), operands(text, node));
        };
    }

    private static String name(String text, Token token) {
        Double constant = Compiler.constant(text, token);
        return constant == null ? "`" + Grammar.written(text, token) + "`" : constant.toString();
    }

    private static String call(String what, List<String> operands) {
        // A plus sign before a number has no effect.
        return what.equals("+") && operands.size() == 1
                ? operands.get(0)
                : operands.stream().collect(Collectors.joining(" ", "(" + what + " ", ")"));
    }

    private static List<String> operands(String text, ASTNode node) {
        return node.getParameters().stream().map(operand -> text(text, operand)).toList();
    }
}
