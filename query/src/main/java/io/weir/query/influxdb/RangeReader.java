package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.store.FoundRanges;
import io.weir.query.store.PaneSeries;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the statistics of ranges: the answer to each statement has a row for each series. */
final class RangeReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final TagLabels labels;
    private final FoundRanges found;
    /** For each set of tags, a series for each field that has samples. */
    private final Map<Map<String, String>, @Nullable PaneSeries[]> series = new HashMap<>();

    /** Of the field that is read. */
    private final double[] statistics;

    private int range;
    private @Nullable PaneSeries[] fields = {};

    RangeReader(Measurement measurement, Selection selection, FoundRanges found) {
        this.measurement = measurement;
        this.labels = new TagLabels(measurement, selection);
        this.found = found;
        this.statistics = new double[found.statistics().size()];
    }

    @Override
    public void statement(int number) {
        range = number;
    }

    @Override
    public boolean series(String name, Map<String, String> tags) {
        if (!labels.begin(tags)) {
            return false;
        }
        fields = series.computeIfAbsent(
                tags, unseen -> new PaneSeries[measurement.fields().size()]);
        return true;
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        for (int i = 0; i < fields.length; i++) {
            for (int j = 0; j < statistics.length; j++) {
                boolean isEmpty = InfluxDbStatements.cell(row) == JsonToken.VALUE_NULL;
                statistics[j] = isEmpty ? Double.NaN : StoreJson.sample(row);
            }
            if (statistics[0] > 0) {
                found.add(ofField(i), range, statistics);
            }
        }
        row.nextToken();
        found.check(0);
    }

    private PaneSeries ofField(int index) {
        PaneSeries known = fields[index];
        if (known == null) {
            String field = measurement.fields().get(index).name();
            known = found.of(labels.of(field), measurement.name(), field);
            fields[index] = known;
        }
        return known;
    }
}
