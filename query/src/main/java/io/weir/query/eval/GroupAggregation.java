package io.weir.query.eval;

import io.weir.query.promql.Aggregator;
import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Aggregates the values of each group of series, or selects some of them. */
final class GroupAggregation implements VectorNode {
    /** NaN comes last in both orders. */
    private static final Comparator<Sample> ASCENDING = Comparator.comparingDouble(Sample::value);

    private static final Comparator<Sample> DESCENDING = Comparator.<Sample, Boolean>comparing(
                    sample -> Double.isNaN(sample.value()))
            .thenComparing(ASCENDING.reversed());

    private final Aggregator aggregator;
    private final Grouping grouping;
    private final VectorNode operand;
    private final ScalarNode parameter;

    GroupAggregation(Aggregation aggregation, VectorNode operand, ScalarNode parameter) {
        this.aggregator = aggregation.aggregator();
        this.grouping = new Grouping(aggregation);
        this.operand = operand;
        this.parameter = parameter;
    }

    @Override
    public List<Sample> at(long time) {
        double number = parameter.at(time);
        Map<Labels, List<Sample>> groups = grouping.group(operand.at(time));
        List<Sample> results = new ArrayList<>();
        groups.forEach((labels, samples) -> {
            switch (aggregator) {
                case TOPK -> results.addAll(first(samples, number, DESCENDING));
                case BOTTOMK -> results.addAll(first(samples, number, ASCENDING));
                default -> results.add(new Sample(labels, aggregate(values(samples), number)));
            }
        });
        return results;
    }

    private static double[] values(List<Sample> samples) {
        double[] values = new double[samples.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = samples.get(i).value();
        }
        return values;
    }

    private double aggregate(double[] values, double number) {
        return switch (aggregator) {
            case SUM -> Statistics.sum(values);
            case AVG -> Statistics.mean(values);
            case MIN -> Statistics.min(values);
            case MAX -> Statistics.max(values);
            case COUNT -> values.length;
            case GROUP -> 1;
            case STDVAR -> Statistics.variance(values);
            case STDDEV -> Math.sqrt(Statistics.variance(values));
            case QUANTILE -> Statistics.quantile(number, values);
            case TOPK, BOTTOMK, COUNT_VALUES -> throw new IllegalStateException(aggregator + " has several values");
        };
    }

    /** The first of the order; among equal values, the first of the operand. */
    private List<Sample> first(List<Sample> samples, double count, Comparator<Sample> order) {
        if (!(Math.abs(count) < Long.MAX_VALUE)) {
            throw new EvaluationException(aggregator + " needs a number of series, not " + count);
        }
        return samples.stream().sorted(order).limit(Math.max(0, (long) count)).toList();
    }
}
