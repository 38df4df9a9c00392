package io.weir.dashboard.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The stored values of some series.
 *
 * @param texts the series whose values are texts: the first point with each new text, and the last
 *     point of the range; every point of arrays; changes within a window are not known
 * @param last their last values, including series without points; empty if not requested
 * @param tier the tier of the points; {@code raw} for the metrics themselves
 * @param stepMillis length of the window of each point's mean
 * @param more whether series are missing because the page has no room for them
 * @param capped whether the store did not return everything
 */
public record History(
        List<HistorySeries> series,
        List<HistorySeries> texts,
        List<LastValue> last,
        String tier,
        long stepMillis,
        boolean more,
        boolean capped) {

    /**
     * One field of one series.
     *
     * @param points pairs of milliseconds since the epoch and a number or text, by time
     */
    public record HistorySeries(String measurement, Map<String, String> tags, String field, List<Object[]> points) {

        /**
         * Without the points between the first and the last one of an unchanged text. Arrays stay, because a heat map
         * shows when they were missing.
         */
        HistorySeries changes() {
            List<Object[]> changes = new ArrayList<>();
            for (int i = 0; i < points.size(); i++) {
                String text = (String) points.get(i)[1];
                if (i == 0 || i == points.size() - 1 || text.startsWith("[") || !text.equals(points.get(i - 1)[1])) {
                    changes.add(points.get(i));
                }
            }
            return new HistorySeries(measurement, tags, field, changes);
        }
    }
}
