package io.weir.query.eval;

import io.weir.query.promql.VectorMatching;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels by which series of two sides match. */
final class Matching {
    private final VectorMatching matching;
    private final List<String> ignored;
    private final Map<Labels, Labels> keys = new HashMap<>();

    Matching(VectorMatching matching) {
        this.matching = matching;
        this.ignored = new ArrayList<>(matching.labels());
        this.ignored.add(Matcher.METRIC_NAME);
    }

    Labels key(Labels labels) {
        return keys.computeIfAbsent(
                labels, each -> matching.on() ? each.only(matching.labels()) : each.without(ignored));
    }
}
