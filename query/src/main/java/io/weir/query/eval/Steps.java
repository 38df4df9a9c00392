package io.weir.query.eval;

import io.weir.query.series.Labels;
import io.weir.query.series.Sample;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evaluates a node at all steps of a span. */
final class Steps {
    private Steps() {}

    static List<Series> evaluate(VectorNode node, Span span, Budget budget) {
        Map<Labels, SeriesBuilder> results = new LinkedHashMap<>();
        for (long time = span.start(); time <= span.end(); time += span.step()) {
            budget.checkTime();
            List<Sample> samples = node.at(time);
            budget.use(samples.size());
            for (Sample each : samples) {
                results.computeIfAbsent(each.labels(), SeriesBuilder::new).add(time, each.value());
            }
        }
        List<Series> series = new ArrayList<>(results.size());
        for (SeriesBuilder each : results.values()) {
            series.add(each.build());
        }
        return series;
    }
}
