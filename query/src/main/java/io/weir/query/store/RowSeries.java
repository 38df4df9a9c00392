package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the series to which a row of a table belongs, by its tags: one for each field that has values. Holds one row at a
 * time.
 *
 * @param <S> what collects the values of a series
 */
final class RowSeries<S> {
    private final TableColumns columns;
    private final RowLabels labels;
    private final Begin<S> begin;
    /** By tags; empty for tags that are not selected. */
    private final Map<List<String>, List<@Nullable S>> all = new HashMap<>();

    private List<@Nullable S> ofRow = List.of();
    private long unselected;

    /** Begins a series. */
    interface Begin<S> {
        S begin(Labels labels, String measurement, String field);
    }

    RowSeries(TableColumns columns, Selection selection, Begin<S> begin) {
        this.columns = columns;
        this.labels = new RowLabels(columns, selection);
        this.begin = begin;
    }

    /** Reads the tags in the next cells of a row. Returns whether they are selected. */
    boolean readTags(JsonParser row) throws IOException {
        List<String> tags = labels.readTags(row);
        List<@Nullable S> known = all.get(tags);
        if (known == null) {
            int fields = columns.fields().size();
            known = labels.areSelected() ? new ArrayList<>(Collections.nCopies(fields, null)) : List.of();
            unselected += labels.areSelected() ? 0 : 1;
            all.put(tags, known);
        }
        ofRow = known;
        return !known.isEmpty();
    }

    /** The series of a field of the row, whose tags are selected. */
    S of(int field) {
        S known = ofRow.get(field);
        if (known == null) {
            known = begin.begin(
                    labels.of(field),
                    columns.table(),
                    columns.fields().get(field).name());
            ofRow.set(field, known);
        }
        return known;
    }

    /** The memory for tags that are not selected, in samples. */
    long unselected() {
        return unselected * Allowance.SAMPLES_OF_SERIES;
    }
}
