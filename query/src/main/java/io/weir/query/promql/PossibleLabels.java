package io.weir.query.promql;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.promql.Expression.Binary;
import io.weir.query.promql.Expression.Call;
import io.weir.query.promql.Expression.MatrixSelector;
import io.weir.query.promql.Expression.Negation;
import io.weir.query.promql.Expression.StringLiteral;
import io.weir.query.promql.Expression.Subquery;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.VectorMatching.Grouping;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The labels that results of an expression may have, whatever the series are. No result has any other label.
 *
 * @param isOpen whether all labels except the named ones are possible; else only the named ones are
 */
public record PossibleLabels(boolean isOpen, SortedSet<String> names) {
    private static final PossibleLabels NONE = new PossibleLabels(false, Collections.emptySortedSet());

    public PossibleLabels {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    public boolean include(String label) {
        return names.contains(label) != isOpen;
    }

    public static PossibleLabels of(Expression expression) {
        if (expression instanceof VectorSelector selector) {
            return selected(selector.matchers());
        }
        if (expression instanceof MatrixSelector selector) {
            return selected(selector.matchers());
        }
        if (expression instanceof Subquery subquery) {
            return of(subquery.operand());
        }
        if (expression instanceof Negation negation) {
            return of(negation.operand());
        }
        if (expression instanceof Aggregation aggregation) {
            return aggregated(aggregation);
        }
        if (expression instanceof Binary binary) {
            return combined(binary);
        }
        return expression instanceof Call call ? called(call) : NONE;
    }

    private static PossibleLabels selected(List<Matcher> matchers) {
        SortedSet<String> absent = new TreeSet<>();
        for (Matcher each : matchers) {
            if (each.comparison() == Comparison.EQUALS && each.value().isEmpty()) {
                absent.add(each.label());
            }
        }
        return new PossibleLabels(true, absent);
    }

    private static PossibleLabels aggregated(Aggregation aggregation) {
        PossibleLabels operand = of(aggregation.operand());
        return switch (aggregation.aggregator()) {
            case TOPK, BOTTOMK -> operand;
            case COUNT_VALUES -> {
                String label = text(Objects.requireNonNull(aggregation.parameter(), "count_values has a label"));
                PossibleLabels counted = with(operand, label);
                yield aggregation.without()
                        ? without(counted, aggregation.labels())
                        : with(only(counted, aggregation.labels()), label);
            }
            default ->
                aggregation.without() ? without(operand, aggregation.labels()) : only(operand, aggregation.labels());
        };
    }

    private static PossibleLabels combined(Binary binary) {
        PossibleLabels left = of(binary.left());
        PossibleLabels right = of(binary.right());
        if (binary.left().type() == ValueType.SCALAR || binary.right().type() == ValueType.SCALAR) {
            return binary.left().type() == ValueType.SCALAR ? right : left;
        }
        if (binary.operator().isSet()) {
            return binary.operator() == BinaryOperator.LOR ? either(left, right) : left;
        }
        VectorMatching matching = binary.matching();
        if (matching.grouping() == Grouping.ONE_TO_ONE) {
            return matching.on() ? only(left, matching.labels()) : without(left, matching.labels());
        }
        boolean isRight = matching.grouping() == Grouping.RIGHT;
        PossibleLabels many = isRight ? right : left;
        PossibleLabels one = isRight ? left : right;
        // A label that the side "one" lacks is removed from the result.
        return either(without(many, matching.include()), only(one, matching.include()));
    }

    private static PossibleLabels called(Call call) {
        PossibleLabels operand = call.arguments().stream()
                .filter(each -> each.type() == ValueType.VECTOR || each.type() == ValueType.MATRIX)
                .findFirst()
                .map(PossibleLabels::of)
                .orElse(NONE);
        return switch (call.function()) {
            case LABEL_REPLACE, LABEL_JOIN ->
                with(operand, text(call.arguments().get(1)));
            case HISTOGRAM_QUANTILE -> without(operand, List.of("le"));
            case ABSENT, ABSENT_OVER_TIME ->
                new PossibleLabels(
                        false,
                        new TreeSet<>(AbsentLabels.of(call.arguments().get(0)).keySet()));
            case SCALAR -> NONE;
            default -> operand;
        };
    }

    private static String text(Expression literal) {
        return ((StringLiteral) literal).value();
    }

    private static PossibleLabels with(PossibleLabels labels, String name) {
        SortedSet<String> names = new TreeSet<>(labels.names);
        if (labels.isOpen) {
            names.remove(name);
        } else {
            names.add(name);
        }
        return new PossibleLabels(labels.isOpen, names);
    }

    private static PossibleLabels only(PossibleLabels labels, Collection<String> kept) {
        SortedSet<String> names = new TreeSet<>(kept);
        names.removeIf(each -> !labels.include(each));
        return new PossibleLabels(false, names);
    }

    private static PossibleLabels without(PossibleLabels labels, Collection<String> removed) {
        SortedSet<String> names = new TreeSet<>(labels.names);
        if (labels.isOpen) {
            names.addAll(removed);
        } else {
            names.removeAll(removed);
        }
        return new PossibleLabels(labels.isOpen, names);
    }

    private static PossibleLabels either(PossibleLabels one, PossibleLabels other) {
        SortedSet<String> names = new TreeSet<>(one.names);
        if (one.isOpen && other.isOpen) {
            names.retainAll(other.names);
        } else if (one.isOpen) {
            names.removeAll(other.names);
        } else if (other.isOpen) {
            names = new TreeSet<>(other.names);
            names.removeAll(one.names);
        } else {
            names.addAll(other.names);
        }
        return new PossibleLabels(one.isOpen || other.isOpen, names);
    }
}
