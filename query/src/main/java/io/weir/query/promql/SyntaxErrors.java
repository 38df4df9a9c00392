package io.weir.query.promql;

import io.weir.query.promql.grammar.PromqlLexer;
import io.weir.query.promql.grammar.PromqlParser;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.LexerNoViableAltException;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Throws the first error of lexer and parser in words of the language. */
final class SyntaxErrors extends BaseErrorListener {
    /** Longer lists of expected tokens explain nothing. */
    private static final int LONGEST_LIST = 8;

    private final String query;

    SyntaxErrors(String query) {
        this.query = query;
    }

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer,
            @Nullable Object offending,
            int line,
            int column,
            String message,
            @Nullable RecognitionException cause) {
        if (recognizer instanceof Lexer) {
            int position = cause instanceof LexerNoViableAltException lexed ? lexed.getStartIndex() : 0;
            throw new PromqlException(query, position, character(position));
        }
        Parser parser = (Parser) recognizer;
        Token token = (Token) Objects.requireNonNull(offending, "errors of the parser are at a token");
        // No list helps a bad number. The state of the parser is that before the tokens that it looked ahead.
        boolean unlisted = token.getType() == PromqlLexer.BAD_NUMBER
                || (cause instanceof NoViableAltException viable && viable.getStartToken() != token);
        String expected = unlisted ? "" : expected(parser.getExpectedTokens());
        throw new PromqlException(query, Math.min(token.getStartIndex(), length()), found(token) + expected);
    }

    private int length() {
        return query.codePointCount(0, query.length());
    }

    private String character(int position) {
        String rest = query.substring(query.offsetByCodePoints(0, position));
        int first = rest.codePointAt(0);
        boolean quote = first == '"' || first == '\'' || first == '`';
        if (quote && rest.indexOf(first, 1) < 0) {
            return "the text that begins here has no closing " + (char) first;
        }
        return "unexpected character " + Character.toString(first);
    }

    private static String found(Token token) {
        if (token.getType() == Token.EOF) {
            return "unexpected end of the query";
        }
        if (token.getType() == PromqlLexer.BAD_NUMBER) {
            return "\"" + token.getText() + "\" is neither a number nor a duration such as 5m or 1h30m";
        }
        return "unexpected \"" + token.getText() + '"';
    }

    private static String expected(IntervalSet types) {
        if (types.contains(PromqlParser.NUMBER) && types.contains(PromqlParser.IDENTIFIER)) {
            return types.contains(PromqlParser.RIGHT_PAREN)
                    ? ", expected an expression or \")\""
                    : ", expected an expression";
        }
        if (types.contains(Token.EOF)) {
            return ", expected an operator or the end of the query";
        }
        List<String> names =
                types.toList().stream().map(SyntaxErrors::name).distinct().toList();
        if (names.size() > LONGEST_LIST) {
            return ", expected a label";
        }
        return names.isEmpty() ? "" : names.stream().collect(Collectors.joining(" or ", ", expected ", ""));
    }

    private static String name(int type) {
        return switch (type) {
            case PromqlParser.NUMBER -> "a number";
            case PromqlParser.DURATION -> "a duration such as 5m";
            case PromqlParser.IDENTIFIER, PromqlParser.METRIC_IDENTIFIER -> "a name";
            case PromqlParser.STRING -> "a quoted text";
            case PromqlParser.NEQ -> "\"!=\"";
            case PromqlParser.COMMA -> "\",\"";
            default -> PromqlParser.VOCABULARY.getDisplayName(type).replace('\'', '"');
        };
    }
}
