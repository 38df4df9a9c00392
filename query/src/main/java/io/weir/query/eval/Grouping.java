package io.weir.query.eval;

import io.weir.query.promql.Expression.Aggregation;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups series by their labels. */
final class Grouping {
    private final List<String> labels;
    private final boolean without;
    private final Map<Labels, Labels> groups = new HashMap<>();

    Grouping(Aggregation aggregation, String... further) {
        this.without = aggregation.without();
        this.labels = new ArrayList<>(aggregation.labels());
        this.labels.addAll(List.of(further));
        if (without) {
            this.labels.add(Matcher.METRIC_NAME);
        }
    }

    /** The samples of each group, by the labels of the group. */
    Map<Labels, List<Sample>> group(List<Sample> samples) {
        Map<Labels, List<Sample>> found = new LinkedHashMap<>();
        for (Sample each : samples) {
            Labels group = groups.computeIfAbsent(each.labels(), this::of);
            found.computeIfAbsent(group, ignored -> new ArrayList<>()).add(each);
        }
        return found;
    }

    private Labels of(Labels series) {
        return without ? series.without(labels) : series.only(labels);
    }
}
