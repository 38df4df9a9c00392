package io.weir.query.promql;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;

/**
 * Refuses queries whose tree is so deep that recursion would exhaust the stack: that of the parser, which does not recurse
 * for operators to the left, and that of the builder and the evaluation, which does.
 */
final class NestingLimit implements ParseTreeListener {
    private static final int DEEPEST = 500;

    private final String query;
    private int depth;

    NestingLimit(String query) {
        this.query = query;
    }

    @Override
    public void enterEveryRule(ParserRuleContext rule) {
        enter(rule);
    }

    void enter(ParserRuleContext rule) {
        if (++depth > DEEPEST) {
            throw new PromqlException(
                    query, rule.start.getStartIndex(), "the query nests deeper than " + DEEPEST + " levels");
        }
    }

    @Override
    public void exitEveryRule(ParserRuleContext rule) {
        exit();
    }

    void exit() {
        depth--;
    }

    @Override
    public void visitTerminal(TerminalNode node) {}

    @Override
    public void visitErrorNode(ErrorNode node) {}
}
