package io.weir.dashboard.history;

import java.util.List;
import java.util.Map;

/**
 * The stored values of some series.
 *
 * @param last their last values, including series without points; empty if not requested
 * @param tier the tier of the points; {@code raw} for the metrics themselves
 * @param stepMillis length of the window of each point's mean
 * @param capped whether some series or points are missing
 */
public record History(List<HistorySeries> series, List<LastValue> last, String tier, long stepMillis, boolean capped) {

    /**
     * One field of one series.
     *
     * @param points pairs of milliseconds since the epoch and a number, by time
     */
    public record HistorySeries(String measurement, Map<String, String> tags, String field, List<Object[]> points) {}
}
