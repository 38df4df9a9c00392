package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import io.weir.query.series.SeriesBuilder;
import java.io.IOException;

/** Collects the samples of a table from its rows: the time, the tags and the fields. Times of a series ascend. */
public final class SampleRows implements RowReader {
    private final int fields;
    private final long ticks;
    private final RowSeries<SeriesBuilder> series;
    private final FoundSeries found;

    /** @param ticks of the times of rows in a millisecond */
    public SampleRows(TableColumns columns, long ticks, Selection selection, FoundSeries found) {
        this.fields = columns.fields().size();
        this.ticks = ticks;
        this.series = new RowSeries<>(columns, selection, found::begin);
        this.found = found;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long stamp = Math.floorDiv(StoreJson.integer(row), ticks);
        boolean isSelected = series.readTags(row);
        for (int i = 0; i < fields; i++) {
            if (row.nextToken() != JsonToken.VALUE_NULL && isSelected) {
                found.add(series.of(i), stamp, StoreJson.sample(row));
            }
        }
        row.nextToken();
        found.check(series.unselected());
    }
}
