package io.weir.dashboard.history;

import io.weir.dashboard.live.Selector;

/**
 * What somebody wants to see of the past.
 *
 * @param points how many of each series, about
 * @param most how many series the page can show; a store need not search for more
 * @param withLast whether the last values are wanted, too
 */
public record Range(
        Selector selector, long fromMillis, long toMillis, long nowMillis, int points, int most, boolean withLast) {

    /** How long the mean of a point is over; whole seconds, since no store is asked for more. */
    long stepMillis() {
        long step = (toMillis - fromMillis) / Math.max(1, points);
        return Math.max(1, (step + 999) / 1000) * 1000;
    }
}
