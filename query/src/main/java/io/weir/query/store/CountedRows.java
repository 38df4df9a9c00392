package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Counts rows. */
public final class CountedRows implements RowReader {
    private final RowReader reader;
    private int count;

    public CountedRows(RowReader reader) {
        this.reader = reader;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        count++;
        reader.read(row);
    }

    public int count() {
        return count;
    }
}
