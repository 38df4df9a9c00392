package io.weir.query.influxdb;

import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The labels of a series, from its tags. Holds one series at a time. */
final class TagLabels {
    private final Measurement measurement;
    private final Selection selection;
    /** Of the tags and fields; shared by all series. */
    private final Map<String, String> labelOfTag = new HashMap<>();

    private final Map<String, String> nameOfField = new HashMap<>();
    private Map<String, String> values = Map.of();

    TagLabels(Measurement measurement, Selection selection) {
        this.measurement = measurement;
        this.selection = selection;
    }

    /** The tags that a series has: the server gives the others as empty. */
    static Map<String, String> present(Map<String, String> tags) {
        Map<String, String> present = new TreeMap<>(tags);
        present.values().removeIf(String::isEmpty);
        return present;
    }

    /** Begins a series. Returns whether it is selected. */
    boolean begin(Map<String, String> tags) {
        Map<String, String> labels = new HashMap<>();
        tags.forEach((tag, value) -> labels.put(labelOfTag.computeIfAbsent(tag, PromqlNames::label), value));
        values = labels;
        return selection.selects(label -> values.getOrDefault(label, ""));
    }

    /** The labels of a field of the series. */
    Labels of(String field) {
        Map<String, String> pairs = new HashMap<>(values);
        pairs.put(Matcher.METRIC_NAME, nameOfField.computeIfAbsent(field, this::name));
        return Labels.of(pairs);
    }

    private String name(String field) {
        return PromqlNames.metric(measurement.name(), field);
    }
}
