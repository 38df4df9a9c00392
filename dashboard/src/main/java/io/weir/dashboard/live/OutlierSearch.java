package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the series with the largest deviation from their baselines; for each, the field with the
 * largest deviation. Series of a measurement that deviate in the same field are one outlier: an
 * event on many hosts must not hide others.
 */
final class OutlierSearch {
    /** Smallest deviation of an outlier: random values sometimes deviate by three. */
    private static final double LEAST = 4;

    /** Weir's own meters, which change with each restart and each load. */
    private static final String OWN = "weir";

    private final int most;
    private final Map<Kind, Group> groups = new HashMap<>();

    private record Kind(String measurement, String field) {}

    /** The series that deviates most, and how many deviate. */
    private static final class Group {
        private LiveSeries series;
        private int field;
        private double deviation;
        private int count;

        private Group(LiveSeries series) {
            this.series = series;
        }

        private void add(LiveSeries next, int itsField, double itsDeviation) {
            count++;
            if (itsDeviation > deviation) {
                series = next;
                field = itsField;
                deviation = itsDeviation;
            }
        }
    }

    OutlierSearch(int most) {
        this.most = most;
    }

    void inspect(LiveSeries next) {
        double largest = 0;
        int field = -1;
        for (int i = 0; i < next.fieldCount(); i++) {
            double deviation = next.deviation(i);
            if (deviation > largest) {
                largest = deviation;
                field = i;
            }
        }
        if (largest >= LEAST && !next.measurement.equals(OWN)) {
            groups.computeIfAbsent(new Kind(next.measurement, next.field(field)), kind -> new Group(next))
                    .add(next, field, largest);
        }
    }

    /** The largest deviation first. */
    List<Outlier> found() {
        return groups.values().stream()
                .sorted(Comparator.comparingDouble((Group group) -> group.deviation)
                        .reversed())
                .limit(most)
                .map(OutlierSearch::outlier)
                .toList();
    }

    private static Outlier outlier(Group group) {
        LiveSeries series = group.series;
        Series read = Series.parse(series.key);
        return new Outlier(
                read.measurement(),
                read.tags(),
                series.field(group.field),
                series.value(group.field),
                series.baseline(group.field),
                group.deviation,
                series.millis(group.field),
                group.count);
    }
}
