package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the panes of a table from its rows: the number of the pane, the tags, and the {@link FoundRanges#statistics} of
 * each field. Panes of a series ascend.
 */
public final class PaneRows implements RowReader {
    /** Rows whose tags are not selected. */
    private static final @Nullable PaneSeries[] UNSELECTED = {};

    private final TableColumns columns;
    private final RowLabels labels;
    private final FoundRanges found;
    /** For each set of tags, a series for each field that has samples. */
    private final Map<List<String>, @Nullable PaneSeries[]> series = new HashMap<>();

    /** Of the field that is read. */
    private final double[] statistics;

    private long unselected;

    public PaneRows(TableColumns columns, Selection selection, FoundRanges found) {
        this.columns = columns;
        this.labels = new RowLabels(columns, selection);
        this.found = found;
        this.statistics = new double[found.statistics().size()];
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long pane = StoreJson.integer(row);
        List<String> tags = labels.readTags(row);
        @Nullable PaneSeries[] fields = series.get(tags);
        if (fields == null) {
            fields = labels.areSelected() ? new PaneSeries[columns.fields().size()] : UNSELECTED;
            series.put(tags, fields);
            unselected += fields == UNSELECTED ? 1 : 0;
        }
        for (int i = 0; i < columns.fields().size(); i++) {
            for (int j = 0; j < statistics.length; j++) {
                statistics[j] = row.nextToken() == JsonToken.VALUE_NULL ? Double.NaN : StoreJson.sample(row);
            }
            if (statistics[0] > 0 && fields != UNSELECTED) {
                PaneSeries ofField = ofField(fields, i);
                if (!ofField.isNext(pane)) {
                    throw new IOException("the rows are not in the order of the statement");
                }
                found.add(ofField, pane, statistics);
            }
        }
        row.nextToken();
        // Their tags take memory, too.
        found.check(unselected * Allowance.SAMPLES_OF_SERIES);
    }

    private PaneSeries ofField(@Nullable PaneSeries[] fields, int index) {
        PaneSeries known = fields[index];
        if (known == null) {
            known = found.of(
                    labels.of(index),
                    columns.table(),
                    columns.fields().get(index).name());
            fields[index] = known;
        }
        return known;
    }
}
