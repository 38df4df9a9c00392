package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the series with the largest deviation from their baselines; for each, the field with the
 * largest deviation.
 */
final class OutlierSearch {
    /** Smallest deviation of an outlier: random values sometimes deviate by three. */
    private static final double LEAST = 4;

    private final @Nullable LiveSeries[] series;
    private final int[] fields;
    private final double[] deviations;
    private int count;

    OutlierSearch(int most) {
        series = new LiveSeries[most];
        fields = new int[most];
        deviations = new double[most];
    }

    void inspect(LiveSeries next) {
        double most = 0;
        int field = -1;
        for (int i = 0; i < next.fieldCount(); i++) {
            double deviation = next.deviation(i);
            if (deviation > most) {
                most = deviation;
                field = i;
            }
        }
        if (most >= LEAST && (count < deviations.length || most > deviations[count - 1])) {
            insert(next, field, most);
        }
    }

    private void insert(LiveSeries next, int field, double deviation) {
        int at = count < deviations.length ? count++ : count - 1;
        while (at > 0 && deviations[at - 1] < deviation) {
            series[at] = series[at - 1];
            fields[at] = fields[at - 1];
            deviations[at] = deviations[at - 1];
            at--;
        }
        series[at] = next;
        fields[at] = field;
        deviations[at] = deviation;
    }

    /** The largest deviation first. */
    List<Outlier> found() {
        List<Outlier> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LiveSeries next = series[i];
            if (next != null) {
                found.add(outlier(next, fields[i], deviations[i]));
            }
        }
        return found;
    }

    private static Outlier outlier(LiveSeries series, int field, double deviation) {
        Series read = Series.parse(series.key);
        return new Outlier(
                read.measurement(),
                read.tags(),
                series.field(field),
                series.value(field),
                series.baseline(field),
                deviation,
                series.millis(field));
    }
}
