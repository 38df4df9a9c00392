package io.weir.processing.series;

import io.weir.contract.rule.metric.Feed;

/**
 * One output of one series: the enriched raw series, or the windows of an aggregation.
 *
 * @param storageMemory hash of all that shapes the memory of suppression for storage
 * @param liveMemory the same for live
 * @param series the canonical bytes of the output series
 */
public record OutputPlan(long storageMemory, long liveMemory, byte[] series) {

    /** Hash of all that shapes the memory of suppression for a feed. */
    long memory(Feed feed) {
        return feed == Feed.STORAGE ? storageMemory : liveMemory;
    }
}
