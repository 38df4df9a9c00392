package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.LastSink;
import java.io.IOException;
import java.util.Map;

/**
 * Passes on the last values of a table from a row for each set of tags: the tags, then for each field its last value, the
 * times of the last and of the first value, and the number of values.
 */
public final class LastRows implements RowReader {
    private final TableColumns columns;
    private final long ticks;
    private final RowLabels labels;
    private final LastSink sink;

    /** @param ticks of the times of rows in a millisecond */
    public LastRows(TableColumns columns, long ticks, Selection selection, LastSink sink) {
        this.columns = columns;
        this.ticks = ticks;
        this.labels = new RowLabels(columns, selection);
        this.sink = sink;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        labels.readTags(row);
        boolean isSelected = labels.areSelected();
        Map<String, String> tags = isSelected ? labels.tags() : Map.of();
        for (TableField each : columns.fields()) {
            double value = row.nextToken() == JsonToken.VALUE_NULL ? 0 : StoreJson.sample(row);
            long last = nextTime(row);
            long first = nextTime(row);
            row.nextToken();
            long count = StoreJson.integer(row);
            if (isSelected && count > 0) {
                long millis = Math.floorDiv(last, ticks);
                long period = count > 1 ? (millis - Math.floorDiv(first, ticks)) / (count - 1) : 0;
                sink.last(columns.table(), tags, each.name(), value, millis, period);
            }
        }
        row.nextToken();
    }

    /** Of a field without values: anything. */
    private static long nextTime(JsonParser row) throws IOException {
        return row.nextToken() == JsonToken.VALUE_NULL ? 0 : StoreJson.integer(row);
    }
}
