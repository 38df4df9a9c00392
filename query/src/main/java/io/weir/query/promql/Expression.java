package io.weir.query.promql;

import io.weir.query.series.Matcher;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a query. All durations are milliseconds. */
public sealed interface Expression {
    ValueType type();

    /** A number. */
    record NumberLiteral(double value) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.SCALAR;
        }
    }

    /** A text, which only some functions accept. */
    record StringLiteral(String value) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.STRING;
        }
    }

    /** The newest sample of each selected series. */
    record VectorSelector(List<Matcher> matchers, TimeShift shift) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.VECTOR;
        }
    }

    /** All samples of each selected series in a range. */
    record MatrixSelector(List<Matcher> matchers, TimeShift shift, long range) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.MATRIX;
        }
    }

    /**
     * The values of an expression at the multiples of a step in a range.
     *
     * @param step 0 for the default of the evaluation
     */
    record Subquery(Expression operand, long range, long step, TimeShift shift) implements Expression {
        @Override
        public ValueType type() {
            return ValueType.MATRIX;
        }
    }

    /** Unary minus. */
    record Negation(Expression operand) implements Expression {
        @Override
        public ValueType type() {
            return operand.type();
        }
    }

    /**
     * An operator between two expressions.
     *
     * @param bool whether a comparison results in 0 and 1; else it filters
     */
    record Binary(BinaryOperator operator, Expression left, Expression right, boolean bool, VectorMatching matching)
            implements Expression {
        @Override
        public ValueType type() {
            return left.type() == ValueType.SCALAR && right.type() == ValueType.SCALAR
                    ? ValueType.SCALAR
                    : ValueType.VECTOR;
        }
    }

    /**
     * An aggregation of series.
     *
     * @param without whether the labels are those to remove; else those to keep
     */
    record Aggregation(
            Aggregator aggregator,
            @Nullable Expression parameter,
            Expression operand,
            List<String> labels,
            boolean without)
            implements Expression {
        @Override
        public ValueType type() {
            return ValueType.VECTOR;
        }
    }

    /** A call of a function. */
    record Call(Function function, List<Expression> arguments) implements Expression {
        @Override
        public ValueType type() {
            return function.result();
        }
    }
}
