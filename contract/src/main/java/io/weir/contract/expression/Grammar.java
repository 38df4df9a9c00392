package io.weir.contract.expression;

import com.ezylang.evalex.config.ExpressionConfiguration;
import com.ezylang.evalex.parser.ASTNode;
import com.ezylang.evalex.parser.ParseException;
import com.ezylang.evalex.parser.ShuntingYardConverter;
import com.ezylang.evalex.parser.Token;
import com.ezylang.evalex.parser.Tokenizer;
import io.weir.contract.config.Refusal;
import java.util.List;
import java.util.Locale;

/**
 * Parses a text into a tree of operators, functions and operands. Names in backticks are masked for
 * EvalEx.
 */
final class Grammar {
    private static final int MAX_LENGTH = 2_000;
    private static final char QUOTE = '`';

    private static final ExpressionConfiguration CONFIGURATION = ExpressionConfiguration.builder()
            .operatorDictionary(Operators.dictionary())
            .functionDictionary(Functions.dictionary())
            .arraysAllowed(false)
            .structuresAllowed(false)
            .implicitMultiplicationAllowed(false)
            .singleQuoteStringLiteralsAllowed(false)
            .build();

    private Grammar() {}

    /** @throws Refusal if the text is not an expression */
    static ASTNode parse(String text) {
        if (text.isBlank()) {
            throw new Refusal("must not be empty", "such as \"used / total * 100\"");
        }
        if (text.length() > MAX_LENGTH) {
            throw new Refusal("must have at most " + MAX_LENGTH + " characters, had " + text.length(), "");
        }
        String unquoted = unquoted(text);
        try {
            List<Token> tokens = new Tokenizer(unquoted, CONFIGURATION).parse();
            TokenOrder.require(tokens);
            return new ShuntingYardConverter(unquoted, tokens, CONFIGURATION).toAbstractSyntaxTree();
        } catch (ParseException e) {
            String wrong = String.valueOf(e.getMessage());
            throw Mistake.at(
                    e.getStartPosition(),
                    wrong.substring(0, 1).toLowerCase(Locale.ROOT) + wrong.substring(1),
                    Operators.meant(String.valueOf(e.getTokenString())));
        }
    }

    /** Whether the name of the token at {@code position}, counted from 1, was in backticks. */
    static boolean isQuoted(String text, int position) {
        return position > 1 && text.charAt(position - 2) == QUOTE;
    }

    /** A name as written in the text, without backticks. */
    static String written(String text, Token token) {
        int from = token.getStartPosition() - 1;
        return text.substring(from, from + token.getValue().length());
    }

    /** The text with each name in backticks replaced by an identifier of the same length. */
    private static String unquoted(String text) {
        StringBuilder unquoted = new StringBuilder(text);
        for (int open = text.indexOf(QUOTE); open >= 0; ) {
            int close = text.indexOf(QUOTE, open + 1);
            if (close < 0) {
                throw Mistake.at(open + 1, "has an opening ` without a closing one", "such as `bytes-recv`");
            }
            if (close == open + 1) {
                throw Mistake.at(open + 1, "has backticks without a name", "such as `bytes-recv`");
            }
            unquoted.setCharAt(open, ' ');
            unquoted.setCharAt(close, ' ');
            for (int at = open + 1; at < close; at++) {
                unquoted.setCharAt(at, 'x');
            }
            open = text.indexOf(QUOTE, close + 1);
        }
        return unquoted.toString();
    }
}
