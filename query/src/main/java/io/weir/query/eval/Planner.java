package io.weir.query.eval;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.Negation;
import io.weir.query.promql.Expression.NumberLiteral;
import io.weir.query.promql.Expression.Subquery;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Function;
import io.weir.query.promql.TimeShift;
import io.weir.query.promql.ValueType;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns expressions into nodes, and reads the samples that they need in a span.
 *
 * <p>A subquery is evaluated here, over its whole span. Its results are the samples of a range vector.
 */
final class Planner implements Nodes, TierPlanner.Others {
    private final SourceReader reader;
    private final Limits limits;
    private final Budget budget;
    /** The span of the whole query. */
    private final Span query;
    /** The span of the expressions of this planner: that of the query, or of a subquery. */
    private final Span span;
    /** Empty if raw is read. */
    private final Optional<TierPlanner> tiers;

    Planner(SourceReader reader, Limits limits, Budget budget, Span query, Span span, Optional<TierPlanner> tiers) {
        this.reader = reader;
        this.limits = limits;
        this.budget = budget;
        this.query = query;
        this.span = span;
        this.tiers = tiers;
    }

    @Override
    public VectorNode anyVector(Expression expression) {
        if (expression.type() == ValueType.VECTOR) {
            return vector(expression);
        }
        ScalarNode node = scalar(expression);
        return time -> List.of(new Sample(Labels.NONE, node.at(time)));
    }

    @Override
    public ScalarNode scalar(Expression expression) {
        if (expression instanceof NumberLiteral literal) {
            return time -> literal.value();
        }
        if (expression instanceof Negation negation) {
            ScalarNode operand = scalar(negation.operand());
            return time -> -operand.at(time);
        }
        if (expression instanceof Binary binary) {
            ScalarNode left = scalar(binary.left());
            ScalarNode right = scalar(binary.right());
            return time -> Arithmetic.compute(binary.operator(), left.at(time), right.at(time));
        }
        if (expression instanceof Call call) {
            return scalarCall(call);
        }
        throw new IllegalArgumentException(expression + " is no scalar");
    }

    private ScalarNode scalarCall(Call call) {
        if (call.function() == Function.TIME) {
            return time -> time / 1e3;
        }
        if (call.function() == Function.PI) {
            return time -> Math.PI;
        }
        if (call.function() == Function.SCALAR) {
            VectorNode operand = vector(call.arguments().get(0));
            return time -> {
                List<Sample> samples = operand.at(time);
                return samples.size() == 1 ? samples.get(0).value() : Double.NaN;
            };
        }
        throw new IllegalArgumentException(call + " is no scalar");
    }

    @Override
    public VectorNode vector(Expression expression) {
        if (expression instanceof VectorSelector selector) {
            return ofTiers(selector).orElseGet(() -> instant(selector));
        }
        VectorNode node = ofTiers(expression).orElseGet(() -> computed(expression));
        // A step of many series may take long.
        return time -> {
            budget.checkTime();
            return node.at(time);
        };
    }

    private Optional<VectorNode> ofTiers(Expression expression) {
        return tiers.filter(unused -> span.steps() > 0).flatMap(all -> all.plan(expression, span, this));
    }

    @Override
    public VectorNode raw(Expression expression, Span part) {
        return new Planner(reader, limits, budget, query, part, Optional.empty()).vector(expression);
    }

    @Override
    public VectorNode aggregated(Aggregation aggregation, Span part) {
        return new Planner(reader, limits, budget, query, part, tiers).aggregated(aggregation);
    }

    private VectorNode computed(Expression expression) {
        if (expression instanceof Negation negation) {
            return negated(vector(negation.operand()));
        }
        if (expression instanceof Binary binary) {
            return binary(binary);
        }
        if (expression instanceof Aggregation aggregation) {
            return aggregation(aggregation);
        }
        if (expression instanceof Call call) {
            return CallPlanner.plan(this, call);
        }
        throw new IllegalArgumentException(expression + " is no instant vector");
    }

    @Override
    public InstantSelector instant(VectorSelector selector) {
        List<Series> series = reader.samples(selector.matchers(), selector.shift(), limits.lookback(), span);
        return new InstantSelector(series, selector.shift(), query, limits.lookback());
    }

    @Override
    public RangeSelection range(Expression expression) {
        if (expression instanceof MatrixSelector selector) {
            tiers.ifPresent(all -> all.readRaw(selector, selector.range(), span));
            List<Series> series = new ArrayList<>();
            for (Series each : reader.samples(selector.matchers(), selector.shift(), selector.range(), span)) {
                series.add(SeriesBuilder.withoutStale(each));
            }
            return new RangeSelection(series, selector.shift(), selector.range(), query);
        }
        if (expression instanceof Subquery subquery) {
            return new RangeSelection(evaluated(subquery, subquery.range()), subquery.shift(), subquery.range(), query);
        }
        throw new IllegalArgumentException(expression + " is no range vector");
    }

    @Override
    public Optional<VectorNode> stored(Call call) {
        return reader.ranges(call, Optional.empty(), Optional.empty(), span);
    }

    /** A sample holds as long as a selector shows it, and a result of a subquery for its step. */
    @Override
    public Integral integral(Expression expression) {
        if (expression instanceof MatrixSelector selector) {
            tiers.ifPresent(all -> all.readRaw(selector, selector.range(), span));
            List<Series> series =
                    reader.samples(selector.matchers(), selector.shift(), selector.range() + limits.lookback(), span);
            return new Integral(series, selector.shift(), selector.range(), limits.lookback(), query);
        }
        if (expression instanceof Subquery subquery) {
            long step = step(subquery);
            List<Series> series = evaluated(subquery, subquery.range() + step);
            return new Integral(series, subquery.shift(), subquery.range(), step, query);
        }
        throw new IllegalArgumentException(expression + " is no range vector");
    }

    private long step(Subquery subquery) {
        return subquery.step() == 0 ? limits.subqueryStep() : subquery.step();
    }

    /**
     * The steps of a subquery are multiples of the step, whatever the times of the query are.
     *
     * @param before milliseconds from the first step to the time of the query
     */
    private List<Series> evaluated(Subquery subquery, long before) {
        long step = step(subquery);
        TimeShift shift = subquery.shift();
        long from = shift.apply(span.start(), query.start(), query.end()) - before;
        long to = shift.apply(span.end(), query.start(), query.end());
        Span inner = new Span(-Math.floorDiv(-from, step) * step, to, step);
        if (span.steps() == 0 || inner.steps() == 0) {
            return List.of();
        }
        Planner planner = new Planner(reader, limits, budget, query, inner, tiers);
        return Steps.evaluate(planner.vector(subquery.operand()), inner, budget);
    }

    private static VectorNode negated(VectorNode operand) {
        Unique unique = new Unique();
        return time -> {
            List<Sample> results = new ArrayList<>();
            for (Sample each : operand.at(time)) {
                Labels labels = each.labels().withoutName();
                unique.claim(labels, each.labels());
                results.add(new Sample(labels, -each.value()));
            }
            return results;
        };
    }

    private VectorNode binary(Binary binary) {
        boolean leftScalar = binary.left().type() == ValueType.SCALAR;
        boolean rightScalar = binary.right().type() == ValueType.SCALAR;
        if (leftScalar || rightScalar) {
            return new ScalarOperation(
                    binary,
                    vector(leftScalar ? binary.right() : binary.left()),
                    scalar(leftScalar ? binary.left() : binary.right()),
                    leftScalar);
        }
        VectorNode left = vector(binary.left());
        VectorNode right = vector(binary.right());
        return binary.operator().isSet()
                ? new SetOperation(binary, left, right)
                : new VectorOperation(binary, left, right);
    }

    private VectorNode aggregation(Aggregation aggregation) {
        return storedGroups(aggregation).orElseGet(() -> aggregated(aggregation));
    }

    /** Of the results of a function of ranges; empty if the source does not compute it. */
    private Optional<VectorNode> storedGroups(Aggregation aggregation) {
        return aggregation.operand() instanceof Call call
                ? StoredRanges.groups(aggregation)
                        .flatMap(groups -> reader.ranges(call, Optional.of(groups), Optional.empty(), span))
                : Optional.empty();
    }

    private VectorNode aggregated(Aggregation aggregation) {
        VectorNode operand = vector(aggregation.operand());
        Expression parameter = aggregation.parameter();
        if (parameter instanceof Expression.StringLiteral label) {
            return new ValueCount(aggregation, operand, label.value());
        }
        ScalarNode number = parameter == null ? time -> 0 : scalar(parameter);
        return new GroupAggregation(aggregation, operand, number);
    }
}
