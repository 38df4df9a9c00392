package io.weir.query.promql;

import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The labels that {@code absent} and {@code absent_over_time} give to a missing series. */
public final class AbsentLabels {
    private AbsentLabels() {}

    /** @return the labels whose value the selector determines, by name; none for another expression */
    public static SortedMap<String, String> of(Expression selector) {
        List<Matcher> matchers = List.of();
        if (selector instanceof VectorSelector vector) {
            matchers = vector.matchers();
        } else if (selector instanceof MatrixSelector matrix) {
            matchers = matrix.matchers();
        }
        SortedMap<String, String> labels = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (Matcher each : matchers) {
            if (each.label().equals(Matcher.METRIC_NAME)) {
                continue;
            }
            if (each.comparison() == Comparison.EQUALS && seen.add(each.label())) {
                labels.put(each.label(), each.value());
            } else {
                labels.remove(each.label());
            }
        }
        return Collections.unmodifiableSortedMap(labels);
    }
}
