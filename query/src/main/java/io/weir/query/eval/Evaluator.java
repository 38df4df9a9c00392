package io.weir.query.eval;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.StringLiteral;
import io.weir.query.promql.ValueType;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesSource;
import java.util.ArrayList;
import java.util.List;

/** Evaluates expressions over a source. All times are milliseconds since 1970. */
public final class Evaluator {
    private final SeriesSource source;
    private final Limits limits;

    public Evaluator(SeriesSource source, Limits limits) {
        this.source = source;
        this.limits = limits;
    }

    /** The value at a time, from raw. Throws {@link EvaluationException}. */
    public Result instant(Expression expression, long time) {
        return instant(expression, time, Resolution.RAW);
    }

    /** The value at a time. Throws {@link EvaluationException}. */
    public Result instant(Expression expression, long time, Resolution resolution) {
        Span span = Span.instant(time);
        Budget budget = new Budget(limits);
        Planner planner = planner(budget, span, resolution);
        return switch (expression.type()) {
            case STRING -> new Result.Text(time, ((StringLiteral) expression).value());
            case SCALAR -> new Result.Scalar(time, planner.scalar(expression).at(time));
            case VECTOR -> new Result.Vector(time, planner.vector(expression).at(time));
            case MATRIX -> {
                RangeSelection selection = planner.range(expression);
                List<Series> found = new ArrayList<>();
                for (Series each : selection.series()) {
                    Window window = selection.window(each, time);
                    if (window.size() > 0) {
                        found.add(window.copy());
                    }
                }
                yield new Result.Matrix(found);
            }
        };
    }

    /** The values at the steps of a range, from raw; see {@link #range(Expression, long, long, long, Resolution)}. */
    public Result.Matrix range(Expression expression, long start, long end, long step) {
        return range(expression, start, end, step, Resolution.RAW);
    }

    /**
     * The values at {@code start}, {@code start + step} and so on up to {@code end}. Throws {@link EvaluationException},
     * also for an expression that is neither a scalar nor an instant vector.
     */
    public Result.Matrix range(Expression expression, long start, long end, long step, Resolution resolution) {
        if (step <= 0 || end < start) {
            throw new EvaluationException("a range needs a step above 0, and an end that is not before its start");
        }
        Span span = new Span(start, end, step);
        if (span.steps() > limits.mostSteps()) {
            throw new EvaluationException("the range has " + span.steps() + " steps; the most are " + limits.mostSteps()
                    + ". Use a larger step or a shorter range");
        }
        if (expression.type() != ValueType.SCALAR && expression.type() != ValueType.VECTOR) {
            throw new EvaluationException(
                    "a query over a range needs a scalar or an instant vector, not " + expression.type());
        }
        Budget budget = new Budget(limits);
        Planner planner = planner(budget, span, resolution);
        return new Result.Matrix(Steps.evaluate(planner.anyVector(expression), span, budget));
    }

    private Planner planner(Budget budget, Span span, Resolution resolution) {
        SourceReader reader = new SourceReader(source.forQuery(), budget, span);
        return new Planner(
                reader, limits, budget, span, span, TierPlanner.of(reader, resolution, limits, budget, span));
    }
}
