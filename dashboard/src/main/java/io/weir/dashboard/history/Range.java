package io.weir.dashboard.history;

import io.weir.dashboard.live.Selector;

/**
 * What somebody wants to see of the past.
 *
 * @param points how many of each series, about
 */
public record Range(Selector selector, long fromMillis, long toMillis, long nowMillis, int points) {

    /** How long the mean of a point is over; whole seconds, since no store is asked for more. */
    long stepMillis() {
        long step = (toMillis - fromMillis) / Math.max(1, points);
        return Math.max(1, (step + 999) / 1000) * 1000;
    }
}
