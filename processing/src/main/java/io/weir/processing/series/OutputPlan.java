package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;

/**
 * One output of one series: the enriched raw series, or the windows of an aggregation.
 *
 * @param storageFilters identity of the filters for storage: hash of all properties that determine
 *     their state
 * @param liveFilters identity of the filters for live
 * @param series the canonical bytes of the output series
 */
public record OutputPlan(long storageFilters, long liveFilters, byte[] series) {

    /** Identity of the filters for a feed. */
    long filterIdentity(Feed feed) {
        return feed == Feed.STORAGE ? storageFilters : liveFilters;
    }
}
