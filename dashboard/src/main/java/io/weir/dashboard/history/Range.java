package io.weir.dashboard.history;

import io.weir.dashboard.live.LineName;
import io.weir.dashboard.live.Selector;
import java.util.Set;

/**
 * A request for history.
 *
 * @param points approximate number of points of each series
 * @param followed the series that the page shows in any case
 * @param most limit of further series; a store need not search for more
 * @param withLast whether to return last values, too
 */
public record Range(
        Selector selector,
        long fromMillis,
        long toMillis,
        long nowMillis,
        int points,
        Set<LineName> followed,
        int most,
        boolean withLast) {

    /** The same between other times. */
    Range between(long from, long to) {
        return new Range(selector, from, to, nowMillis, points, followed, most, withLast);
    }

    /**
     * Length of the window of each mean, in milliseconds; whole seconds, the finest step of all
     * stores.
     */
    long stepMillis() {
        long step = (toMillis - fromMillis) / Math.max(1, points);
        return Math.max(1, (step + 999) / 1000) * 1000;
    }
}
