package io.weir.query.promql;

import static io.weir.query.promql.ValueType.SCALAR;
import static io.weir.query.promql.ValueType.VECTOR;

import com.google.re2j.PatternSyntaxException;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.Negation;
import io.weir.query.promql.Expression.NumberLiteral;
import io.weir.query.promql.Expression.StringLiteral;
import io.weir.query.promql.Expression.Subquery;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.TimeShift.Anchor;
import io.weir.query.promql.grammar.PromqlParser;
import io.weir.query.promql.grammar.PromqlParser.AggregationContext;
import io.weir.query.promql.grammar.PromqlParser.AtContext;
import io.weir.query.promql.grammar.PromqlParser.BinaryContext;
import io.weir.query.promql.grammar.PromqlParser.CallContext;
import io.weir.query.promql.grammar.PromqlParser.ExpressionContext;
import io.weir.query.promql.grammar.PromqlParser.MatcherContext;
import io.weir.query.promql.grammar.PromqlParser.NumberContext;
import io.weir.query.promql.grammar.PromqlParser.OffsetContext;
import io.weir.query.promql.grammar.PromqlParser.ParenthesesContext;
import io.weir.query.promql.grammar.PromqlParser.QueryContext;
import io.weir.query.promql.grammar.PromqlParser.RangeContext;
import io.weir.query.promql.grammar.PromqlParser.SelectorContext;
import io.weir.query.promql.grammar.PromqlParser.StringContext;
import io.weir.query.promql.grammar.PromqlParser.UnaryContext;
import io.weir.query.promql.grammar.PromqlParserBaseVisitor;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.Regexes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.antlr.v4.runtime.Token;

/** Turns the tree of ANTLR into an expression, and checks all types. */
final class ExpressionBuilder extends PromqlParserBaseVisitor<Expression> implements Operands {
    private final String query;
    private final CallBuilder calls;
    private final NestingLimit nesting;
    /** The size of all regular expressions. */
    private long regexes;

    ExpressionBuilder(String query) {
        this.query = query;
        this.calls = new CallBuilder(this);
        this.nesting = new NestingLimit(query);
    }

    @Override
    public Expression visitQuery(QueryContext tree) {
        return visit(tree.expression());
    }

    private Expression visit(ExpressionContext tree) {
        nesting.enter(tree);
        Expression expression = super.visit(tree);
        nesting.exit();
        return expression;
    }

    @Override
    public Expression visitParentheses(ParenthesesContext tree) {
        return visit(tree.expression());
    }

    @Override
    public Expression visitNumber(NumberContext tree) {
        return new NumberLiteral(literal(tree.start, Literals::number));
    }

    @Override
    public Expression visitString(StringContext tree) {
        String text = literal(tree.start, Literals::text);
        // It may be the regular expression of label_replace.
        count(tree.start, text);
        return new StringLiteral(text);
    }

    @Override
    public Expression visitSelector(SelectorContext tree) {
        List<Matcher> matchers = new ArrayList<>();
        boolean selective = tree.metricName() != null;
        if (tree.matchers() != null) {
            for (MatcherContext each : tree.matchers().matcher()) {
                Matcher matcher = matcher(each);
                if (tree.metricName() != null && matcher.label().equals(Matcher.METRIC_NAME)) {
                    throw mistake(each.start, "the name of the metric is set twice");
                }
                selective |= !matcher.matches("");
                matchers.add(matcher);
            }
        }
        if (!selective) {
            throw mistake(
                    tree.start,
                    "the selector matches series of every name; add a matcher that does not match the empty text");
        }
        if (tree.metricName() != null) {
            matchers.add(new Matcher(
                    Matcher.METRIC_NAME, Comparison.EQUALS, tree.metricName().getText()));
        }
        return new VectorSelector(List.copyOf(matchers), TimeShift.NONE);
    }

    private Matcher matcher(MatcherContext tree) {
        Comparison comparison =
                switch (tree.op.getType()) {
                    case PromqlParser.NEQ -> Comparison.EQUALS_NOT;
                    case PromqlParser.EQL_REGEX -> Comparison.MATCHES;
                    case PromqlParser.NEQ_REGEX -> Comparison.MATCHES_NOT;
                    default -> Comparison.EQUALS;
                };
        Token value = tree.STRING().getSymbol();
        String text = literal(value, Literals::text);
        if (comparison == Comparison.MATCHES || comparison == Comparison.MATCHES_NOT) {
            count(value, text);
        }
        try {
            return new Matcher(tree.IDENTIFIER().getText(), comparison, text);
        } catch (PatternSyntaxException e) {
            throw mistake(value, "invalid regular expression: " + e.getDescription());
        }
    }

    private void count(Token place, String regex) {
        regexes += Regexes.size(regex);
        if (regexes > Regexes.MOST_CHARACTERS) {
            throw mistake(place, Regexes.tooLarge());
        }
    }

    @Override
    public Expression visitRange(RangeContext tree) {
        long range = literal(tree.range, Literals::duration);
        if (tree.COLON() != null) {
            Expression operand = expect(VECTOR, tree.expression(), "a subquery");
            long step = tree.step == null ? 0 : literal(tree.step, Literals::duration);
            return new Subquery(operand, range, step, TimeShift.NONE);
        }
        if (tree.expression() instanceof SelectorContext) {
            VectorSelector selector = (VectorSelector) visit(tree.expression());
            return new MatrixSelector(selector.matchers(), selector.shift(), range);
        }
        boolean shifted = tree.expression() instanceof OffsetContext || tree.expression() instanceof AtContext;
        throw mistake(
                tree.range,
                shifted
                        ? "a range precedes offset and @"
                        : "a range follows a selector only; write [RANGE:] for the values of an expression");
    }

    @Override
    public Expression visitOffset(OffsetContext tree) {
        long duration = literal(tree.DURATION().getSymbol(), Literals::duration);
        Token place = tree.OFFSET().getSymbol();
        return shifted(tree.expression(), place, shift -> {
            if (shift.offset() != 0) {
                throw mistake(place, "offset is set twice");
            }
            return shift.withOffset(tree.SUB() == null ? duration : -duration);
        });
    }

    @Override
    public Expression visitAt(AtContext tree) {
        Token place = tree.AT().getSymbol();
        return shifted(tree.expression(), place, shift -> {
            if (shift.anchor() != Anchor.EVALUATION) {
                throw mistake(place, "@ is set twice");
            }
            if (tree.anchor != null) {
                return shift.withAnchor(tree.anchor.getType() == PromqlParser.START ? Anchor.START : Anchor.END, 0);
            }
            double seconds = literal(tree.NUMBER().getSymbol(), Literals::number);
            // Seconds beyond this bound have no milliseconds in 64 bits.
            if (!(Math.abs(seconds) < Long.MAX_VALUE / 1e4)) {
                throw mistake(tree.NUMBER().getSymbol(), "@ needs a time in seconds since 1970");
            }
            boolean negative = tree.sign != null && tree.sign.getType() == PromqlParser.SUB;
            return shift.withAnchor(Anchor.TIMESTAMP, milliseconds(negative ? -seconds : seconds));
        });
    }

    /** Half a millisecond is rounded away from zero. */
    private static long milliseconds(double seconds) {
        return (long) Math.copySign(Math.floor(Math.abs(seconds * 1e3) + 0.5), seconds);
    }

    private Expression shifted(ExpressionContext operand, Token place, Function<TimeShift, TimeShift> change) {
        // Parentheses make an expression of a selector.
        if (operand instanceof ParenthesesContext) {
            throw misplaced(place);
        }
        Expression expression = visit(operand);
        if (expression instanceof VectorSelector selector) {
            return new VectorSelector(selector.matchers(), change.apply(selector.shift()));
        }
        if (expression instanceof MatrixSelector selector) {
            return new MatrixSelector(selector.matchers(), change.apply(selector.shift()), selector.range());
        }
        if (expression instanceof Subquery subquery) {
            return new Subquery(subquery.operand(), subquery.range(), subquery.step(), change.apply(subquery.shift()));
        }
        throw misplaced(place);
    }

    private PromqlException misplaced(Token place) {
        return mistake(place, place.getText() + " follows a selector or a subquery only");
    }

    @Override
    public Expression visitUnary(UnaryContext tree) {
        Expression operand = visit(tree.expression());
        if (operand.type() != SCALAR && operand.type() != VECTOR) {
            throw mistake(tree.op, "a sign needs a scalar or an instant vector, not " + operand.type());
        }
        return tree.op.getType() == PromqlParser.ADD ? operand : new Negation(operand);
    }

    @Override
    public Expression visitBinary(BinaryContext tree) {
        Expression left = visit(tree.expression(0));
        Expression right = visit(tree.expression(1));
        BinaryOperator operator = BinaryOperator.valueOf(PromqlParser.VOCABULARY.getSymbolicName(tree.op.getType()));
        VectorMatching matching = matching(tree, operator, left.type() == VECTOR && right.type() == VECTOR);
        boolean bool = tree.modifier().BOOL() != null;
        for (Expression each : List.of(left, right)) {
            if (each.type() != SCALAR && each.type() != VECTOR) {
                throw mistake(tree.op, operator + " needs scalars or instant vectors, not " + each.type());
            }
            if (operator.isSet() && each.type() == SCALAR) {
                throw mistake(tree.op, operator + " needs instant vectors, not a scalar");
            }
        }
        if (bool && !operator.isComparison()) {
            throw mistake(tree.modifier().start, "bool follows a comparison only");
        }
        if (operator.isComparison() && !bool && left.type() == SCALAR && right.type() == SCALAR) {
            throw mistake(tree.op, "a comparison of scalars needs bool: " + operator + " bool");
        }
        return new Binary(operator, left, right, bool, matching);
    }

    private VectorMatching matching(BinaryContext tree, BinaryOperator operator, boolean vectors) {
        PromqlParser.ModifierContext modifier = tree.modifier();
        if (modifier.matching == null) {
            return VectorMatching.ALL;
        }
        List<String> labels = CallBuilder.names(modifier.matching);
        if (!vectors) {
            if (!labels.isEmpty()) {
                throw mistake(modifier.start, "labels match between instant vectors only");
            }
            return VectorMatching.ALL;
        }
        boolean on = modifier.ON() != null;
        if (modifier.side == null) {
            return new VectorMatching(on, labels, VectorMatching.Grouping.ONE_TO_ONE, List.of());
        }
        if (operator.isSet()) {
            throw mistake(modifier.side, operator + " has no " + modifier.side.getText());
        }
        return new VectorMatching(
                on,
                labels,
                modifier.side.getType() == PromqlParser.GROUP_LEFT
                        ? VectorMatching.Grouping.LEFT
                        : VectorMatching.Grouping.RIGHT,
                included(tree, labels, on));
    }

    private List<String> included(BinaryContext tree, List<String> matching, boolean on) {
        PromqlParser.ModifierContext modifier = tree.modifier();
        if (modifier.include == null) {
            Token next = tree.expression(1).start;
            if (next.getType() == PromqlParser.LEFT_PAREN) {
                throw mistake(next, "after " + modifier.side.getText() + ", parentheses contain labels; add () before");
            }
            return List.of();
        }
        List<String> include = CallBuilder.names(modifier.include);
        for (String each : include) {
            if (on && matching.contains(each)) {
                throw mistake(
                        modifier.include.start, "label " + each + " is in both on and " + modifier.side.getText());
            }
        }
        return include;
    }

    @Override
    public Expression visitAggregation(AggregationContext tree) {
        return calls.aggregation(tree);
    }

    @Override
    public Expression visitCall(CallContext tree) {
        return calls.call(tree);
    }

    @Override
    public Expression expect(ValueType type, ExpressionContext tree, String user) {
        Expression expression = visit(tree);
        if (expression.type() != type) {
            throw mistake(tree.start, user + " needs " + type + " here, not " + expression.type());
        }
        return expression;
    }

    <T> T literal(Token token, Function<String, T> reader) {
        try {
            return reader.apply(token.getText());
        } catch (IllegalArgumentException e) {
            throw mistake(token, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public PromqlException mistake(Token place, String message) {
        return new PromqlException(query, place.getStartIndex(), message);
    }
}
