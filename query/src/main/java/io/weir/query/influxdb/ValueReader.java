package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Column;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueSink;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Passes on the raw values of a measurement, series by series. */
final class ValueReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final List<Column> columns;
    private final TagLabels labels;
    private final ValueSink sink;

    private Map<String, String> tags = Map.of();

    ValueReader(Measurement measurement, Selection selection, ValueSink sink) {
        this.measurement = measurement;
        this.columns = measurement.columns();
        this.labels = new TagLabels(measurement, selection);
        this.sink = sink;
    }

    @Override
    public boolean series(String name, Map<String, String> next) {
        tags = new TreeMap<>(next);
        tags.values().removeIf(String::isEmpty);
        return labels.begin(next);
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        sink.row(measurement.name(), tags, row.getLongValue());
        for (Column each : columns) {
            if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL) {
                String field = measurement.fields().get(each.field()).name();
                sink.value(field, each.type(), StoreJson.value(row));
            }
        }
        row.nextToken();
    }
}
