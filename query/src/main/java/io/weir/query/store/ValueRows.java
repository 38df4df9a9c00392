package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Passes on the raw values of a table from its rows: the time, the tags and the fields. Holds one row at a time. */
public final class ValueRows implements RowReader {
    private final TableColumns columns;
    private final long nanosPerTick;
    private final RowLabels labels;
    private final ValueSink sink;

    private List<String> lastTags = List.of();
    private Map<String, String> tags = Map.of();

    /** @param ticks of the times of rows in a millisecond */
    public ValueRows(TableColumns columns, long ticks, Selection selection, ValueSink sink) {
        this.columns = columns;
        this.nanosPerTick = NanoTimes.PER_MILLI / ticks;
        this.labels = new RowLabels(columns, selection);
        this.sink = sink;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long nanos = StoreJson.integer(row) * nanosPerTick;
        List<String> values = labels.readTags(row);
        boolean isSelected = labels.areSelected();
        if (isSelected) {
            if (!values.equals(lastTags)) {
                lastTags = values;
                tags = labels.tags();
            }
            sink.row(columns.table(), tags, nanos);
        }
        for (TableField each : columns.fields()) {
            JsonToken token = row.nextToken();
            String text = token == JsonToken.VALUE_NULL ? "" : StoreJson.value(row);
            if (isSelected && token != JsonToken.VALUE_NULL) {
                sink.value(each.name(), token == JsonToken.START_ARRAY ? ValueType.ARRAY : each.type(), text);
            }
        }
        row.nextToken();
    }
}
