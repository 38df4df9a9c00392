package io.weir.dashboard.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers outliers for ten minutes: a baseline adapts within a few values, sooner than an operator
 * looks at the page. Has one outlier for each measurement. Not thread-safe.
 */
final class RecentOutliers {
    private static final long REMEMBERED_MILLIS = 600_000;

    /** After a pause of this length, a deviation is another one. */
    private static final long PAUSE_MILLIS = 60_000;

    /** The largest deviation of each measurement, with the time when it was seen last. */
    private final Map<String, Outlier> largest = new HashMap<>();

    /**
     * Returns the present outliers, then the remembered ones, the latest first.
     *
     * @param found the present outliers, the largest deviation first
     * @param most limit of the result
     */
    List<Outlier> with(List<Outlier> found, long nowMillis, int most) {
        found.forEach(outlier -> largest.merge(outlier.measurement(), outlier, RecentOutliers::larger));
        largest.values().removeIf(outlier -> outlier.seenMillis() <= nowMillis - REMEMBERED_MILLIS);
        List<Outlier> all = new ArrayList<>(found);
        largest.values().stream()
                .filter(outlier -> outlier.seenMillis() != nowMillis)
                .sorted(Comparator.comparingLong(Outlier::seenMillis)
                        .thenComparingDouble(Outlier::deviation)
                        .reversed())
                .forEach(all::add);
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    private static Outlier larger(Outlier before, Outlier now) {
        boolean isAnother = now.seenMillis() - before.seenMillis() > PAUSE_MILLIS;
        return isAnother || now.deviation() >= before.deviation() ? now : before.seenAt(now.seenMillis());
    }
}
