package io.weir.dashboard.live;

import io.weir.contract.line.Series;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the series with the largest deviation from their baselines. Series of a measurement that
 * deviate in the same field are a group. Each measurement has one outlier, from its largest group:
 * an event on many hosts and in many fields must not hide others.
 */
final class OutlierSearch {
    /** Smallest deviation of an outlier: random values sometimes deviate by three. */
    private static final double LEAST = 4;

    /** Weir's own meters, which change with each restart and each load. */
    private static final String OWN = "weir";

    private static final Comparator<Group> LARGEST =
            Comparator.comparingInt((Group group) -> group.count).thenComparingDouble(group -> group.deviation);

    private final int most;
    /** By measurement and field. */
    private final Map<String, Map<String, Group>> groups = new HashMap<>();

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
        if (next.measurement.equals(OWN)) {
            return;
        }
        for (int i = 0; i < next.fieldCount(); i++) {
            double deviation = next.deviation(i);
            if (deviation >= LEAST) {
                groups.computeIfAbsent(next.measurement, unseen -> new HashMap<>())
                        .computeIfAbsent(next.field(i), unseen -> new Group(next))
                        .add(next, i, deviation);
            }
        }
    }

    /** The largest deviation first. */
    List<Outlier> found(long nowMillis) {
        return groups.values().stream()
                .map(fields -> Collections.max(fields.values(), LARGEST))
                .sorted(Comparator.comparingDouble((Group group) -> group.deviation)
                        .reversed())
                .limit(most)
                .map(group -> outlier(group, nowMillis))
                .toList();
    }

    private static Outlier outlier(Group group, long nowMillis) {
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
                group.count,
                nowMillis);
    }
}
