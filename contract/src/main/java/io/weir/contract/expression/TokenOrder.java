package io.weir.contract.expression;

import com.ezylang.evalex.parser.Token;
import com.ezylang.evalex.parser.Token.TokenType;
import io.weir.contract.config.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Refuses token orders without a meaning, or with a misleading one. EvalEx would make a tree of
 * {@code max(a b)}, read {@code -a ^ 2} as {@code (-a) ^ 2}, and fail at {@code if(-!a)}.
 */
final class TokenOrder {

    /** @param isSigned whether the operand that begins with the brace follows a sign */
    private record Brace(boolean isOfFunction, boolean isSigned) {}

    private final Deque<Brace> braces = new ArrayDeque<>();
    private boolean needsOperand = true;
    private boolean isSigned;
    private boolean followsSign;
    private boolean followsFunction;

    private TokenOrder() {}

    /** @throws Refusal at the first token that is out of order */
    static void require(List<Token> tokens) {
        TokenOrder order = new TokenOrder();
        for (Token token : tokens) {
            order.next(token);
            order.followsFunction = token.getType() == TokenType.FUNCTION;
            order.followsSign =
                    token.getType() == TokenType.PREFIX_OPERATOR || (order.followsFunction && order.followsSign);
        }
        if (order.needsOperand) {
            throw new Refusal("ends where a number or a name should follow", "");
        }
    }

    private void next(Token token) {
        switch (token.getType()) {
            case NUMBER_LITERAL, STRING_LITERAL, VARIABLE_OR_CONSTANT -> {
                requireOperandIsNext(token);
                endOperand(followsSign);
            }
            case PREFIX_OPERATOR -> {
                requireOperandIsNext(token);
                requireNoSignBefore(token);
            }
            case FUNCTION -> requireOperandIsNext(token);
            case BRACE_OPEN -> {
                requireOperandIsNext(token);
                braces.push(new Brace(followsFunction, followsSign));
            }
            case BRACE_CLOSE -> {
                requireOperandBefore(token);
                endOperand(braces.pop().isSigned);
            }
            case COMMA -> {
                requireOperandBefore(token);
                if (braces.isEmpty() || !braces.element().isOfFunction) {
                    throw Mistake.at(token.getStartPosition(), "has a comma outside of a function", "");
                }
                needsOperand = true;
            }
            default -> {
                requireOperandBefore(token);
                if (isSigned && token.getValue().equals("^")) {
                    throw Mistake.at(
                            token.getStartPosition(),
                            "raises a signed operand to a power",
                            "write (-a) ^ b or -(a ^ b), whichever is meant");
                }
                needsOperand = true;
            }
        }
    }

    /** EvalEx gives the second of two signs the first operand, and fails or computes something else. */
    private void requireNoSignBefore(Token token) {
        if (followsSign && token.getValue().equals("!")) {
            throw Mistake.at(
                    token.getStartPosition(),
                    "negates an operand with a sign",
                    "write -(!a) for -!a, or !(!a) for !!a");
        }
    }

    private void endOperand(boolean signed) {
        needsOperand = false;
        isSigned = signed;
    }

    private void requireOperandIsNext(Token token) {
        if (!needsOperand) {
            throw Mistake.at(token.getStartPosition(), "lacks an operator", "");
        }
    }

    private void requireOperandBefore(Token token) {
        if (needsOperand) {
            throw Mistake.at(token.getStartPosition(), "lacks a number or a name", "");
        }
    }
}
