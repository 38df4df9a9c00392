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
import org.jspecify.annotations.Nullable;

/** Passes on the values of a measurement, series by series. */
final class ValueReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final List<Column> columns;
    private final TagLabels labels;
    private final ValueSink sink;

    private Map<String, String> all = Map.of();
    private Map<String, String> tags = Map.of();
    private int series;

    /** @param columns of the statement, after the time */
    ValueReader(Measurement measurement, List<Column> columns, Selection selection, ValueSink sink) {
        this.measurement = measurement;
        this.columns = columns;
        this.labels = new TagLabels(measurement, selection);
        this.sink = sink;
    }

    @Override
    public boolean series(String name, Map<String, String> next) {
        // A long series arrives in several chunks.
        if (series == 0 || !next.equals(all)) {
            series++;
            all = next;
            tags = TagLabels.present(next);
        }
        return labels.begin(next);
    }

    /** The number of series. */
    int series() {
        return series;
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        sink.row(measurement.name(), tags, row.getLongValue());
        @Nullable Column passed = null;
        for (Column each : columns) {
            if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL && !each.repeats(passed)) {
                passed = each;
                String field = measurement.fields().get(each.field()).name();
                sink.value(field, each.type(), StoreJson.value(row));
            }
        }
        row.nextToken();
    }
}
