package io.weir.query.questdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.eval.Allowance;
import io.weir.query.eval.SeriesBuilder;
import io.weir.query.naming.Selection;
import io.weir.query.questdb.QuestDbTable.Field;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Collects the samples of a table from its rows. */
final class SampleRows implements QuestDbSql.RowReader {
    /** Rows whose tags are not selected. */
    private static final @Nullable SeriesBuilder[] UNSELECTED = {};

    private final QuestDbTable table;
    private final RowLabels labels;
    private final Allowance allowance;
    /** For each set of tags, a builder for each field that has samples. */
    private final Map<List<String>, @Nullable SeriesBuilder[]> builders = new HashMap<>();

    private long used;
    private long unselected;

    /** @param used of the allowance, by tables before */
    SampleRows(QuestDbTable table, Selection selection, Allowance allowance, long used) {
        this.table = table;
        this.labels = new RowLabels(table, selection);
        this.allowance = allowance;
        this.used = used;
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
                add(series, i, stamp, value(row, token));
            }
        }
        row.nextToken();
        // Their tags take memory, too.
        allowance.check(used + unselected * Allowance.SAMPLES_OF_SERIES);
    }

    private void add(@Nullable SeriesBuilder[] series, int index, long stamp, double value) {
        SeriesBuilder builder = series[index];
        if (builder == null) {
            builder = new SeriesBuilder(labels.of(table.fields().get(index)));
            series[index] = builder;
            used += Allowance.SAMPLES_OF_SERIES;
        }
        // The store has nanoseconds: of several samples in a millisecond, the last one counts.
        if (builder.addOrReplace(stamp, value)) {
            used++;
        }
    }

    private static double value(JsonParser row, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            default -> row.getDoubleValue();
        };
    }

    /** Of the allowance, the tables before included. */
    long used() {
        return used;
    }

    /** Each series with the field that it is. */
    void forEach(BiConsumer<Field, SeriesBuilder> taker) {
        for (@Nullable SeriesBuilder[] series : builders.values()) {
            for (int i = 0; i < series.length; i++) {
                SeriesBuilder builder = series[i];
                if (builder != null) {
                    taker.accept(table.fields().get(i), builder);
                }
            }
        }
    }
}
