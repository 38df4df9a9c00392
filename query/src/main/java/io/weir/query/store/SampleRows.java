package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.SeriesBuilder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the samples of a table from its rows: the time, the tags and the fields. Times of a series ascend. */
public final class SampleRows implements RowReader {
    /** Rows whose tags are not selected. */
    private static final @Nullable SeriesBuilder[] UNSELECTED = {};

    private final TableColumns columns;
    private final long ticks;
    private final RowLabels labels;
    private final FoundSeries found;
    /** For each set of tags, a builder for each field that has samples. */
    private final Map<List<String>, @Nullable SeriesBuilder[]> builders = new HashMap<>();

    private long unselected;

    /** @param ticks of the times of rows in a millisecond */
    public SampleRows(TableColumns columns, long ticks, Selection selection, FoundSeries found) {
        this.columns = columns;
        this.ticks = ticks;
        this.labels = new RowLabels(columns, selection);
        this.found = found;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long stamp = Math.floorDiv(StoreJson.integer(row), ticks);
        List<String> tags = labels.readTags(row);
        @Nullable SeriesBuilder[] series = builders.get(tags);
        if (series == null) {
            series = labels.areSelected() ? new SeriesBuilder[columns.fields().size()] : UNSELECTED;
            builders.put(tags, series);
            unselected += series == UNSELECTED ? 1 : 0;
        }
        for (int i = 0; i < columns.fields().size(); i++) {
            JsonToken token = row.nextToken();
            if (token != JsonToken.VALUE_NULL && series != UNSELECTED) {
                found.add(builder(series, i), stamp, StoreJson.sample(row));
            }
        }
        row.nextToken();
        // Their tags take memory, too.
        found.check(unselected * Allowance.SAMPLES_OF_SERIES);
    }

    private SeriesBuilder builder(@Nullable SeriesBuilder[] series, int index) {
        SeriesBuilder builder = series[index];
        if (builder == null) {
            builder = found.begin(
                    labels.of(index),
                    columns.table(),
                    columns.fields().get(index).name());
            series[index] = builder;
        }
        return builder;
    }
}
