package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;

/**
 * One output of one series: the enriched raw series, or the windows of an aggregation.
 *
 * @param storageFilters identity of the filters for storage: hash of all that shapes their state
 * @param liveFilters the same for live
 * @param series the canonical bytes of the output series
 */
public record OutputPlan(long storageFilters, long liveFilters, byte[] series) {

    /** Identity of the filters for a feed: hash of all that shapes their state. */
    long filterIdentity(Feed feed) {
        return feed == Feed.STORAGE ? storageFilters : liveFilters;
    }
}
