package io.weir.dashboard.history;

import java.util.List;
import java.util.Map;

/**
 * What the store has of some series.
 *
 * @param last their last values, also of series that have no points; empty if they were not wanted
 * @param tier which of the tiers was asked for the points; {@code raw} are the metrics themselves
 * @param stepMillis each point is the mean over so long
 * @param capped whether there is more than this
 */
public record Past(List<PastSeries> series, List<LastValue> last, String tier, long stepMillis, boolean capped) {

    /**
     * One field of one series.
     *
     * @param points pairs of milliseconds since the epoch and a number, by time
     */
    public record PastSeries(String measurement, Map<String, String> tags, String field, List<Object[]> points) {}
}
