package io.weir.query.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.naming.Selection;
import java.io.IOException;
import java.util.List;

/**
 * Collects the panes of a table from its rows: the number of the pane, the tags, and the {@link FoundRanges#statistics} of
 * each field. Panes of a series or a group ascend. The store selects the series of groups.
 */
public final class PaneRows implements RowReader {
    private final int fields;
    private final RowSeries<PaneSeries> series;
    private final FoundRanges found;
    /** Of the field that is read. */
    private final double[] statistics;

    private final boolean mayContinue;

    public PaneRows(TableColumns columns, Selection selection, FoundRanges found) {
        this(columns, selection, found, false);
    }

    /**
     * The same for a statement whose first pane may continue the last one of the statement before, of a store without
     * empty tags.
     */
    public static PaneRows ofParts(TableColumns columns, Selection selection, FoundRanges found) {
        return new PaneRows(columns, selection, found, true);
    }

    private PaneRows(TableColumns columns, Selection selection, FoundRanges found, boolean mayContinue) {
        this.fields = columns.fields().size();
        this.series = found.query()
                .groups()
                .map(groups -> new RowSeries<PaneSeries>(columns.of(groups), new Selection(List.of()), found::of))
                .orElseGet(() -> new RowSeries<>(columns, selection, found::of));
        this.found = found;
        this.statistics = new double[found.statistics().size()];
        this.mayContinue = mayContinue;
    }

    @Override
    public void read(JsonParser row) throws IOException {
        row.nextToken();
        long pane = StoreJson.integer(row);
        boolean isSelected = series.readTags(row);
        for (int i = 0; i < fields; i++) {
            for (int j = 0; j < statistics.length; j++) {
                statistics[j] = row.nextToken() == JsonToken.VALUE_NULL ? Double.NaN : StoreJson.sample(row);
            }
            if (Double.isNaN(statistics[0])) {
                found.needSamples();
            } else if (statistics[0] > 0 && isSelected) {
                add(series.of(i), pane);
            }
        }
        row.nextToken();
        found.check(series.unselected());
    }

    /** A store may distinguish an empty tag from a missing one. For Weir, both rows belong to one series. */
    private void add(PaneSeries ofField, long pane) {
        if (ofField.isNext(pane)) {
            found.add(ofField, pane, statistics);
        } else if (mayContinue && ofField.isLast(pane)) {
            found.combine(ofField, statistics);
        } else {
            found.needSamples();
        }
    }
}
