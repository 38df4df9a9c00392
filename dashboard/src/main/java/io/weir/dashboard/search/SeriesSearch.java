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
    /** The latest shape of each measurement: most series of a measurement have the same fields. */
    private final Map<String, Shape> shapes = new HashMap<>();

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

    /**
     * The common part of the series of a measurement with the same fields.
     *
     * @param first one of these series
     * @param counts those of its metrics
     * @param texts measurement and fields
     * @param isMatch whether one of its metrics matches
     * @param rank that of the measurement
     */
    private record Shape(SeriesNames first, List<Count> counts, List<String> texts, boolean isMatch, int rank) {}

    SeriesSearch(WordFilter words, int limit) {
        this.words = words;
        bestMetrics = new Best<>(limit, Best.byLength(metric -> metric.measurement() + " " + metric.field()));
        bestSeries = new Best<>(limit, Best.byLength(series -> series));
    }

    /** Inspects a series. Returns false if there are too many metrics. */
    boolean take(SeriesNames series) {
        Shape shape = shapes.get(series.measurement());
        if (shape == null || !shape.first.hasFieldsOf(series)) {
            shape = shape(series);
            shapes.put(series.measurement(), shape);
        }
        for (Count count : shape.counts) {
            count.series++;
        }
        if (!shape.isMatch && words.test(shape.texts, series.tags())) {
            bestSeries.add(shape.rank, series.text());
        }
        return !isFull();
    }

    private Shape shape(SeriesNames series) {
        String measurement = series.measurement();
        List<String> texts = new ArrayList<>(series.fields());
        List<Count> counts = new ArrayList<>();
        counts.add(countOf(new Metric(measurement, ALL_FIELDS)));
        texts.forEach(field -> counts.add(countOf(new Metric(measurement, field))));
        texts.add(measurement);
        boolean isMatch = counts.stream().anyMatch(count -> count.isMatch);
        return new Shape(series, counts, texts, isMatch, words.rank(measurement));
    }

    private Count countOf(Metric metric) {
        return metrics.computeIfAbsent(metric, unseen -> new Count(words.test(metric.texts(), Map.of())));
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
