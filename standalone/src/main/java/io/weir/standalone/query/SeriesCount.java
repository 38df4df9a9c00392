package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts series by metric and by label. Remembers a hash of each value, not the value. For one thread. */
final class SeriesCount {
    private final Map<String, Metric> metrics = new HashMap<>();
    private final Map<String, Label> labels = new HashMap<>();
    private long series;
    private long added;

    /** @param added how many series were not there before */
    record Metric(String name, long series, long added) {
        private Metric plus(boolean isNew) {
            return new Metric(name, series + 1, added + (isNew ? 1 : 0));
        }
    }

    /** A label, the hashes of its values, and how many series have it. */
    private static final class Label {
        private final Set<Long> values = new HashSet<>();
        private long series;
    }

    /** @param values how many different ones the series have */
    record LabelCount(String name, long values, long series) {}

    static long hash(Labels labels) {
        return hash(labels.selector());
    }

    private static long hash(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return SeriesHash.of(bytes, 0, bytes.length);
    }

    /** @param isNew whether it was not there before */
    void add(Labels found, boolean isNew) {
        series++;
        added += isNew ? 1 : 0;
        String name = found.values().getOrDefault(Labels.NAME, "");
        metrics.compute(name, (key, metric) -> (metric == null ? new Metric(key, 0, 0) : metric).plus(isNew));
        found.values().forEach((label, value) -> {
            if (!label.equals(Labels.NAME)) {
                Label count = labels.computeIfAbsent(label, none -> new Label());
                count.values.add(hash(value));
                count.series++;
            }
        });
    }

    long series() {
        return series;
    }

    /** The number of series that were not there before. */
    long added() {
        return added;
    }

    /** The metrics with the most series first. */
    List<Metric> metrics() {
        return metrics.values().stream()
                .sorted(Comparator.comparingLong(Metric::series).reversed().thenComparing(Metric::name))
                .toList();
    }

    /** The labels with the most values first. */
    List<LabelCount> labels() {
        return labels.entrySet().stream()
                .map(each ->
                        new LabelCount(each.getKey(), each.getValue().values.size(), each.getValue().series))
                .sorted(Comparator.comparingLong(LabelCount::values).reversed().thenComparing(LabelCount::name))
                .toList();
    }
}
