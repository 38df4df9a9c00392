package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Field;
import io.weir.query.naming.Selection;
import io.weir.query.store.FoundRanges;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.Map;

/** Collects the statistics of one range: a row for each series. */
final class RangeReader implements InfluxDbStatements.Reader {
    private static final long THE_PANE = 0;

    private final Measurement measurement;
    private final TagLabels labels;
    private final FoundRanges found;
    /** Of the field that is read. */
    private final double[] statistics;

    RangeReader(Measurement measurement, Selection selection, FoundRanges found) {
        this.measurement = measurement;
        this.labels = new TagLabels(measurement, selection);
        this.found = found;
        this.statistics = new double[found.statistics().size()];
    }

    @Override
    public boolean series(String name, Map<String, String> tags) {
        return labels.begin(tags);
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        for (Field each : measurement.fields()) {
            for (int j = 0; j < statistics.length; j++) {
                boolean isEmpty = InfluxDbStatements.cell(row) == JsonToken.VALUE_NULL;
                statistics[j] = isEmpty ? Double.NaN : StoreJson.sample(row);
            }
            if (statistics[0] > 0) {
                String field = each.name();
                found.add(found.of(labels.of(field), measurement.name(), field), THE_PANE, statistics);
            }
        }
        row.nextToken();
        found.check(0);
    }
}
