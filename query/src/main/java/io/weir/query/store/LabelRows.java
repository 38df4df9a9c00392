package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import io.weir.query.naming.Selection;
import java.io.IOException;

/** Collects the labels of a table from rows of its sets of tags: the tags, and the number of values of each field. */
public final class LabelRows implements RowReader {
    private final int fields;
    private final RowLabels labels;
    private final FoundLabels found;

    public LabelRows(TableColumns columns, Selection selection, FoundLabels found) {
        this.fields = columns.fields().size();
        this.labels = new RowLabels(columns, selection);
        this.found = found;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        labels.readTags(row);
        boolean areSelected = labels.areSelected();
        for (int i = 0; i < fields; i++) {
            row.nextToken();
            if (StoreJson.integer(row) > 0 && areSelected) {
                found.add(labels.of(i));
            }
        }
        row.nextToken();
    }
}
