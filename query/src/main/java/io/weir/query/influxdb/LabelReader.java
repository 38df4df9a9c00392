package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Column;
import io.weir.query.naming.Selection;
import io.weir.query.store.FoundLabels;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Collects the labels of the fields that have a last value. */
final class LabelReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final List<Column> columns;
    private final TagLabels labels;
    private final FoundLabels found;

    LabelReader(Measurement measurement, Selection selection, FoundLabels found) {
        this.measurement = measurement;
        this.columns = measurement.columns();
        this.labels = new TagLabels(measurement, selection);
        this.found = found;
    }

    @Override
    public boolean series(String name, Map<String, String> tags) {
        return labels.begin(tags);
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        for (Column each : columns) {
            if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL) {
                found.add(labels.of(measurement.fields().get(each.field()).name()));
            }
        }
        row.nextToken();
    }
}
