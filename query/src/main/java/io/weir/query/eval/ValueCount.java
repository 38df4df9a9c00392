package io.weir.query.eval;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.series.NumberText;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.List;

/** {@code count_values}: counts the series of each group that have the same value, which becomes a label. */
final class ValueCount implements VectorNode {
    private final VectorNode operand;
    private final String label;
    private final Grouping grouping;

    ValueCount(Aggregation aggregation, VectorNode operand, String label) {
        this.operand = operand;
        this.label = LabelFunctions.checkedName("count_values", label);
        this.grouping = aggregation.without() ? new Grouping(aggregation) : new Grouping(aggregation, label);
    }

    @Override
    public List<Sample> at(long time) {
        List<Sample> labelled = new ArrayList<>();
        for (Sample each : operand.at(time)) {
            labelled.add(new Sample(each.labels().with(label, NumberText.plain(each.value())), each.value()));
        }
        List<Sample> results = new ArrayList<>();
        grouping.group(labelled).forEach((labels, samples) -> results.add(new Sample(labels, samples.size())));
        return results;
    }
}
