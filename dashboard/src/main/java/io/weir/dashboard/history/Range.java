package io.weir.dashboard.history;

import io.weir.dashboard.live.Selector;

/**
 * A request for history.
 *
 * @param points approximate number of points of each series
 * @param most limit of series on the page; a store need not search for more
 * @param withLast whether to return last values, too
 */
public record Range(
        Selector selector, long fromMillis, long toMillis, long nowMillis, int points, int most, boolean withLast) {

    /**
     * Length of the window of each mean, in milliseconds; whole seconds, the finest step of all
     * stores.
     */
    long stepMillis() {
        long step = (toMillis - fromMillis) / Math.max(1, points);
        return Math.max(1, (step + 999) / 1000) * 1000;
    }
}
