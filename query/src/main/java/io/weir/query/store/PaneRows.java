package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.store.FoundRanges.OfSeries;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the panes of a table from its rows: the number of the pane, the tags, and for each field the number of samples
 * and {@link FoundRanges#ofPane} of them. Panes of a series ascend.
 */
public final class PaneRows implements RowReader {
    /** Rows whose tags are not selected. */
    private static final @Nullable OfSeries[] UNSELECTED = {};

    private final TableColumns columns;
    private final RowLabels labels;
    private final FoundRanges found;
    /** For each set of tags, a series for each field that has samples. */
    private final Map<List<String>, @Nullable OfSeries[]> series = new HashMap<>();

    private long unselected;

    public PaneRows(TableColumns columns, Selection selection, FoundRanges found) {
        this.columns = columns;
        this.labels = new RowLabels(columns, selection);
        this.found = found;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long pane = StoreJson.integer(row);
        List<String> tags = labels.readTags(row);
        @Nullable OfSeries[] fields = series.get(tags);
        if (fields == null) {
            fields = labels.areSelected() ? new OfSeries[columns.fields().size()] : UNSELECTED;
            series.put(tags, fields);
            unselected += fields == UNSELECTED ? 1 : 0;
        }
        for (int i = 0; i < columns.fields().size(); i++) {
            row.nextToken();
            long count = StoreJson.integer(row);
            double value = row.nextToken() == JsonToken.VALUE_NULL ? Double.NaN : StoreJson.sample(row);
            if (count > 0 && fields != UNSELECTED) {
                found.add(ofField(fields, i), pane, count, value);
            }
        }
        row.nextToken();
        // Their tags take memory, too.
        found.check(unselected * Allowance.SAMPLES_OF_SERIES);
    }

    private OfSeries ofField(@Nullable OfSeries[] fields, int index) {
        OfSeries known = fields[index];
        if (known == null) {
            known = found.begin(
                    labels.of(index),
                    columns.table(),
                    columns.fields().get(index).name());
            fields[index] = known;
        }
        return known;
    }
}
