package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import java.io.IOException;

/**
 * Collects the panes of a table from its rows: the number of the pane, the tags, and the {@link FoundRanges#statistics} of
 * each field. Panes of a series ascend.
 */
public final class PaneRows implements RowReader {
    private final int fields;
    private final RowSeries<PaneSeries> series;
    private final FoundRanges found;
    /** Of the field that is read. */
    private final double[] statistics;

    public PaneRows(TableColumns columns, Selection selection, FoundRanges found) {
        this.fields = columns.fields().size();
        this.series = new RowSeries<>(columns, selection, found::of);
        this.found = found;
        this.statistics = new double[found.statistics().size()];
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long pane = StoreJson.integer(row);
        boolean isSelected = series.readTags(row);
        for (int i = 0; i < fields; i++) {
            for (int j = 0; j < statistics.length; j++) {
                statistics[j] = row.nextToken() == JsonToken.VALUE_NULL ? Double.NaN : StoreJson.sample(row);
            }
            if (statistics[0] > 0 && isSelected) {
                PaneSeries ofField = series.of(i);
                if (!ofField.isNext(pane)) {
                    throw new IOException("the rows are not in the order of the statement");
                }
                found.add(ofField, pane, statistics);
            }
        }
        row.nextToken();
        found.check(series.unselected());
    }
}
