package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of a row, from its tags. Holds one row at a time. */
final class RowLabels {
    private final TableColumns columns;
    private final Selection selection;
    private final List<String> labels;
    /** Of the metrics, by field; shared by all series. */
    private final @Nullable String[] names;

    private List<String> values = List.of();

    RowLabels(TableColumns columns, Selection selection) {
        this.columns = columns;
        this.selection = selection;
        this.labels = columns.labels();
        this.names = new String[columns.fields().size()];
    }

    /** The values of the next cells, one for each tag; empty for a tag that the series lacks. */
    List<String> readTags(JsonParser row) throws IOException {
        List<String> read = new ArrayList<>(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            read.add(row.nextToken() == JsonToken.VALUE_NULL ? "" : row.getText());
        }
        values = read;
        return read;
    }

    boolean areSelected() {
        return selection.selects(this::value);
    }

    /** The tags of the row by their names, without empty ones. */
    Map<String, String> tags() {
        Map<String, String> present = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            if (!values.get(i).isEmpty()) {
                present.put(columns.tags().get(i), values.get(i));
            }
        }
        return present;
    }

    private String value(String label) {
        int index = labels.indexOf(label);
        return index < 0 ? "" : values.get(index);
    }

    /** The labels of a field of the row, by the index of the field. */
    Labels of(int field) {
        Map<String, String> pairs = new HashMap<>();
        pairs.put(Matcher.METRIC_NAME, name(field));
        for (int i = 0; i < labels.size(); i++) {
            pairs.put(labels.get(i), values.get(i));
        }
        return Labels.of(pairs);
    }

    private String name(int field) {
        String name = names[field];
        if (name == null) {
            name = PromqlNames.metric(
                    columns.table(), columns.fields().get(field).name());
            names[field] = name;
        }
        return name;
    }
}
