package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Column;
import io.weir.query.naming.Selection;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the samples of a measurement, series by series. */
final class SampleReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final List<Column> columns;
    private final TagLabels labels;
    private final FoundSeries found;
    /** Of the current series, for each field that has samples. */
    private final @Nullable SeriesBuilder[] builders;

    private @Nullable Map<String, String> tags;
    private boolean isSelected;

    SampleReader(Measurement measurement, Selection selection, FoundSeries found) {
        this.measurement = measurement;
        this.columns = measurement.columns();
        this.labels = new TagLabels(measurement, selection);
        this.found = found;
        this.builders = new SeriesBuilder[measurement.fields().size()];
    }

    @Override
    public boolean series(String name, Map<String, String> next) {
        // A long series arrives in several chunks.
        if (!next.equals(tags)) {
            tags = next;
            isSelected = labels.begin(next);
            Arrays.fill(builders, null);
        }
        return isSelected;
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        long stamp = Math.floorDiv(row.getLongValue(), NanoTimes.PER_MILLI);
        for (Column each : columns) {
            if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL) {
                found.add(builder(each.field()), stamp, StoreJson.sample(row));
            }
        }
        row.nextToken();
        found.check(0);
    }

    private SeriesBuilder builder(int index) {
        SeriesBuilder builder = builders[index];
        if (builder == null) {
            String field = measurement.fields().get(index).name();
            builder = found.begin(labels.of(field), measurement.name(), field);
            builders[index] = builder;
        }
        return builder;
    }
}
