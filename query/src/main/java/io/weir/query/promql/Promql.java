package io.weir.query.promql;

import io.weir.query.promql.grammar.PromqlLexer;
import io.weir.query.promql.grammar.PromqlParser;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;

/** Reads queries. */
public final class Promql {
    /** The most tokens of a query. */
    static final int MOST_TOKENS = 5_000;

    private Promql() {}

    /** Throws {@link PromqlException} for a query that Weir does not evaluate. */
    public static Expression parse(String query) {
        SyntaxErrors errors = new SyntaxErrors(query);
        PromqlLexer lexer = new PromqlLexer(CharStreams.fromString(query));
        lexer.removeErrorListeners();
        lexer.addErrorListener(errors);
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        if (tokens.size() > MOST_TOKENS) {
            throw new PromqlException(
                    query,
                    tokens.get(MOST_TOKENS).getStartIndex(),
                    "the query has " + tokens.size() + " tokens; the most are " + MOST_TOKENS);
        }
        PromqlParser parser = new PromqlParser(tokens);
        parser.removeErrorListeners();
        parser.addErrorListener(errors);
        parser.addParseListener(new NestingLimit(query));
        return new ExpressionBuilder(query).visit(parser.query());
    }

    /** The milliseconds of a duration such as 1h30m; throws {@link IllegalArgumentException}. */
    public static long duration(String text) {
        return Literals.duration(text);
    }
}
