package io.weir.query.eval;

import io.weir.query.promql.Expression;
import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.TimeShift;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.TierWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Plans nodes that read a tier at the steps for which {@link Resolution} chooses one. The expressions are selectors,
 * functions of ranges that can be computed from windows, and aggregations of such functions. At each step, a node reads
 * either one tier or raw.
 */
final class TierPlanner {
    private final TierReader reader;
    private final Resolution resolution;
    private final Budget budget;
    private final long lookback;
    /** The span of the whole query. */
    private final Span query;

    /** Plans the steps that this planner does not read from a tier itself. */
    interface Others {
        /** Reads raw. */
        VectorNode raw(Expression expression, Span part);

        /** Aggregates in Weir the results of the operand, which may read tiers. */
        VectorNode aggregated(Aggregation aggregation, Span part);
    }

    /**
     * The series and times that an expression reads at a step.
     *
     * @param range how far before the step the expression reads, in milliseconds
     * @param longest the length of the longest windows that can be read, in milliseconds
     */
    private record Reach(List<Matcher> matchers, TimeShift shift, long range, long longest) {}

    /** Consecutive steps that read the same tier; raw if {@code tier} is empty. */
    private record Part(Optional<TierWindows> tier, Span span) {}

    private TierPlanner(SourceReader source, Resolution resolution, Limits limits, Budget budget, Span query) {
        this.reader = new TierReader(source, limits.lookback(), query);
        this.resolution = resolution;
        this.budget = budget;
        this.lookback = limits.lookback();
        this.query = query;
    }

    /** Empty for a source without tiers. */
    static Optional<TierPlanner> of(
            SourceReader source, Resolution resolution, Limits limits, Budget budget, Span query) {
        return source.hasTiers()
                ? Optional.of(new TierPlanner(source, resolution, limits, budget, query))
                : Optional.empty();
    }

    /** Empty if the expression reads raw at all steps, or cannot be computed from windows. */
    Optional<VectorNode> plan(Expression expression, Span span, Others others) {
        return reach(expression)
                .map(reach -> parts(reach, span))
                .filter(parts -> parts.stream().anyMatch(part -> part.tier().isPresent()))
                .map(parts -> joined(parts, part -> node(expression, part, others)));
    }

    /**
     * Notes that a function which reads no tiers reads the samples of a selector.
     *
     * @param before milliseconds before a step
     */
    void readRaw(MatrixSelector selector, long before, Span span) {
        if (resolution.hasChoice(selector.matchers())) {
            resolution.readRaw(selector.shift().apply(span.start(), query.start(), query.end()) - before);
        }
    }

    private Optional<Reach> reach(Expression expression) {
        Optional<Reach> reach = Optional.empty();
        if (expression instanceof VectorSelector selector) {
            reach = Optional.of(new Reach(selector.matchers(), selector.shift(), lookback, Long.MAX_VALUE));
        } else if (expression instanceof Call call
                && TierReader.reads(call.function())
                && call.arguments().get(0) instanceof MatrixSelector selector) {
            reach = Optional.of(new Reach(selector.matchers(), selector.shift(), selector.range(), selector.range()));
        } else if (expression instanceof Aggregation aggregation
                && aggregation.operand() instanceof Call call
                && StoredRanges.groups(aggregation).isPresent()) {
            reach = reach(call);
        }
        return reach.filter(found -> resolution.hasChoice(found.matchers()));
    }

    private List<Part> parts(Reach reach, Span span) {
        List<Part> parts = new ArrayList<>();
        Optional<TierWindows> tier = Optional.empty();
        long start = span.start();
        for (long time = span.start(); time <= span.end(); time += span.step()) {
            // A subquery may have millions of steps.
            budget.checkTime();
            long to = reach.shift().apply(time, query.start(), query.end());
            Optional<TierWindows> next = resolution.of(to - reach.range(), to, reach.longest());
            if (!next.equals(tier) && time > start) {
                parts.add(new Part(tier, new Span(start, time - span.step(), span.step())));
                start = time;
            }
            tier = next;
        }
        parts.add(new Part(tier, new Span(start, span.end(), span.step())));
        return parts;
    }

    private static VectorNode joined(List<Part> parts, Function<Part, VectorNode> plan) {
        NavigableMap<Long, VectorNode> nodes = new TreeMap<>();
        parts.forEach(part -> nodes.put(part.span().start(), plan.apply(part)));
        return time -> nodes.floorEntry(time).getValue().at(time);
    }

    private VectorNode node(Expression expression, Part part, Others others) {
        return part.tier()
                .flatMap(tier -> ofTier(expression, tier, part.span(), others))
                .orElseGet(() -> others.raw(expression, part.span()));
    }

    /** Empty if the tier lacks the results that the expression needs, or the store lacks the tier. */
    private Optional<VectorNode> ofTier(Expression expression, TierWindows tier, Span span, Others others) {
        try {
            Optional<VectorNode> node = Optional.empty();
            if (expression instanceof VectorSelector selector) {
                node = reader.means(selector, tier, span);
            } else if (expression instanceof Call call) {
                node = reader.ranges(call, tier, span);
            } else if (expression instanceof Aggregation aggregation) {
                return Optional.of(reader.groups(aggregation, tier, span)
                        .map(found -> read(tier, found))
                        .orElseGet(() -> others.aggregated(aggregation, span)));
            }
            return node.map(found -> read(tier, found));
        } catch (EvaluationException e) {
            if (e.reason() != Reason.NO_TIER) {
                throw e;
            }
            resolution.miss(tier);
            return Optional.empty();
        }
    }

    private VectorNode read(TierWindows tier, VectorNode node) {
        resolution.read(tier);
        return node;
    }
}
