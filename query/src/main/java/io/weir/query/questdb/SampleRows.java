package io.weir.query.questdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the samples of a table from its rows. */
final class SampleRows implements QuestDbSql.RowReader {
    /** Rows whose tags are not selected. */
    private static final @Nullable SeriesBuilder[] UNSELECTED = {};

    private final QuestDbTable table;
    private final RowLabels labels;
    private final FoundSeries found;
    /** For each set of tags, a builder for each field that has samples. */
    private final Map<List<String>, @Nullable SeriesBuilder[]> builders = new HashMap<>();

    private long unselected;

    SampleRows(QuestDbTable table, Selection selection, FoundSeries found) {
        this.table = table;
        this.labels = new RowLabels(table, selection);
        this.found = found;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long stamp = Math.floorDiv(row.getLongValue(), table.ticks());
        List<String> tags = labels.readTags(row);
        @Nullable SeriesBuilder[] series = builders.get(tags);
        if (series == null) {
            series = labels.areSelected() ? new SeriesBuilder[table.fields().size()] : UNSELECTED;
            builders.put(tags, series);
            unselected += series == UNSELECTED ? 1 : 0;
        }
        for (int i = 0; i < table.fields().size(); i++) {
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
            String field = table.fields().get(index).name();
            builder = found.begin(labels.of(table.fields().get(index)), table.name(), field);
            series[index] = builder;
        }
        return builder;
    }
}
