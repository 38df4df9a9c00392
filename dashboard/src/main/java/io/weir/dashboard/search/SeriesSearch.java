package io.weir.dashboard.search;

import io.weir.contract.rule.match.WordFilter;
import io.weir.dashboard.live.SeriesNames;
import io.weir.dashboard.search.Found.FoundMetric;
import io.weir.dashboard.search.Found.Group;
import io.weir.dashboard.search.Found.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches series one by one. A metric, which is a measurement or a field of one, stands for all its
 * series: a series is a match of its own only if the words need its tags.
 */
final class SeriesSearch {
    private static final String ALL_FIELDS = "";
    /** Limit of inspected metrics, because each is kept. */
    private static final int MOST_METRICS = 50_000;

    private final WordFilter words;
    private final Best<FoundMetric> bestMetrics;
    private final Best<String> bestSeries;
    private final Map<Metric, Count> metrics = new HashMap<>();

    private record Metric(String measurement, String field) {
        private String name() {
            return field.isEmpty() ? measurement : measurement + " " + field;
        }

        private List<String> texts() {
            return field.isEmpty() ? List.of(measurement) : List.of(measurement, field);
        }
    }

    /** The number of series of a metric. */
    private static final class Count {
        private final boolean isMatch;
        private int series;

        private Count(boolean isMatch) {
            this.isMatch = isMatch;
        }
    }

    SeriesSearch(WordFilter words, int limit) {
        this.words = words;
        bestMetrics = new Best<>(limit, Search.byLength(metric -> metric.measurement() + " " + metric.field()));
        bestSeries = new Best<>(limit, Search.byLength(series -> series));
    }

    /** Inspects a series. Returns false if there are too many metrics. */
    boolean take(SeriesNames series) {
        List<String> fields = series.fields();
        boolean isMatch = count(series.measurement(), ALL_FIELDS);
        for (String field : fields) {
            isMatch |= count(series.measurement(), field);
        }
        if (!isMatch) {
            List<String> texts = new ArrayList<>(fields);
            texts.add(series.measurement());
            if (words.test(texts, series.tags())) {
                bestSeries.add(words.rank(series.measurement()), series.text());
            }
        }
        return !isFull();
    }

    /** Counts a series of a metric. Returns whether the metric matches. */
    private boolean count(String measurement, String field) {
        Count count = metrics.computeIfAbsent(
                new Metric(measurement, field), metric -> new Count(words.test(metric.texts(), Map.of())));
        count.series++;
        return count.isMatch;
    }

    boolean isFull() {
        return metrics.size() >= MOST_METRICS;
    }

    /** Adds the groups of metrics and of series, those with matches. */
    void addTo(List<Group> groups) {
        metrics.forEach((metric, count) -> {
            if (count.isMatch) {
                bestMetrics.add(
                        words.rank(metric.name()), new FoundMetric(metric.measurement, metric.field, count.series));
            }
        });
        bestMetrics.addTo(groups, Kind.METRIC);
        bestSeries.addTo(groups, Kind.SERIES);
    }
}
