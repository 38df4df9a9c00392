package io.weir.query.eval;

import io.weir.query.promql.BinaryOperator;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.promql.VectorMatching;
import io.weir.query.promql.VectorMatching.Grouping;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Arithmetic or a comparison between the matching series of two instant vectors. */
final class VectorOperation implements VectorNode {
    private final BinaryOperator operator;
    private final boolean bool;
    private final VectorMatching labels;
    private final Matching matching;
    private final VectorNode left;
    private final VectorNode right;

    VectorOperation(Binary binary, VectorNode left, VectorNode right) {
        this.operator = binary.operator();
        this.bool = binary.bool();
        this.labels = binary.matching();
        this.matching = new Matching(labels);
        this.left = left;
        this.right = right;
    }

    @Override
    public List<Sample> at(long time) {
        boolean swapped = labels.grouping() == Grouping.RIGHT;
        List<Sample> many = (swapped ? right : left).at(time);
        List<Sample> one = (swapped ? left : right).at(time);
        if (many.isEmpty() || one.isEmpty()) {
            return List.of();
        }
        Map<Labels, Sample> byKey = byKey(one, swapped ? "left" : "right");
        Set<Labels> matched = new HashSet<>();
        List<Sample> results = new ArrayList<>();
        for (Sample each : many) {
            Labels key = matching.key(each.labels());
            Sample other = byKey.get(key);
            if (other == null) {
                continue;
            }
            double first = swapped ? other.value() : each.value();
            double second = swapped ? each.value() : other.value();
            boolean filters = operator.isComparison() && !bool;
            if (filters && !Arithmetic.compare(operator, first, second)) {
                continue;
            }
            if (labels.grouping() == Grouping.ONE_TO_ONE && !matched.add(key)) {
                throw new EvaluationException("several series on the left side of " + operator + " match the labels "
                        + key + "; write group_left or group_right");
            }
            double value = filters ? first : Arithmetic.compute(operator, first, second);
            results.add(new Sample(result(each.labels(), other.labels()), value));
        }
        return Unique.checked(results);
    }

    private Map<Labels, Sample> byKey(List<Sample> samples, String side) {
        Map<Labels, Sample> byKey = new HashMap<>();
        for (Sample each : samples) {
            Labels key = matching.key(each.labels());
            Sample other = byKey.put(key, each);
            if (other != null) {
                throw new EvaluationException("on the " + side + " side of " + operator + ", " + other.labels()
                        + " and " + each.labels() + " both match the labels " + key
                        + "; labels must match one series there");
            }
        }
        return byKey;
    }

    private Labels result(Labels many, Labels one) {
        Labels result = operator.isComparison() && !bool ? many : many.withoutName();
        if (labels.grouping() == Grouping.ONE_TO_ONE) {
            result = labels.on() ? result.only(labels.labels()) : result.without(labels.labels());
        }
        for (String each : labels.include()) {
            result = result.with(each, one.get(each));
        }
        // An included name stays out of the result of bool.
        return bool ? result.withoutName() : result;
    }
}
