package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the series with the largest change against their usual values; for each, the field with the
 * largest change.
 */
final class OutlierSearch {
    /** Chance alone sometimes moves a value by three spreads. */
    private static final double LEAST = 4;

    private final @Nullable LiveSeries[] series;
    private final int[] fields;
    private final double[] changes;
    private int count;

    OutlierSearch(int most) {
        series = new LiveSeries[most];
        fields = new int[most];
        changes = new double[most];
    }

    void look(LiveSeries next) {
        double most = 0;
        int field = -1;
        for (int i = 0; i < next.fieldCount(); i++) {
            double change = next.change(i);
            if (change > most) {
                most = change;
                field = i;
            }
        }
        if (most >= LEAST && (count < changes.length || most > changes[count - 1])) {
            insert(next, field, most);
        }
    }

    private void insert(LiveSeries next, int field, double change) {
        int at = count < changes.length ? count++ : count - 1;
        while (at > 0 && changes[at - 1] < change) {
            series[at] = series[at - 1];
            fields[at] = fields[at - 1];
            changes[at] = changes[at - 1];
            at--;
        }
        series[at] = next;
        fields[at] = field;
        changes[at] = change;
    }

    /** The largest change first. */
    List<Outlier> found() {
        List<Outlier> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LiveSeries mover = series[i];
            if (mover != null) {
                found.add(mover(mover, fields[i], changes[i]));
            }
        }
        return found;
    }

    private static Outlier mover(LiveSeries series, int field, double change) {
        Series read = Series.parse(series.key);
        return new Outlier(
                read.measurement(),
                read.tags(),
                series.field(field),
                series.value(field),
                series.usual(field),
                change,
                series.millis(field));
    }
}
