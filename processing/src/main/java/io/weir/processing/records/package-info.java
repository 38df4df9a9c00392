/**
 * Between the records of Kafka and the stages. {@code ReadProcessor} makes a {@link
 * io.weir.processing.series.MetricBatch} of each record of {@code metrics.raw}: it drops duplicate
 * batches, finds or compiles the plan of each series, passes ticks to the log clock and sends refused
 * lines to {@code metrics.rejected}. {@code StageProcessor} runs a stage as a node of the topology.
 * {@code PartialProcessor} sends partials, results of series that other rules read, and the time of
 * the partition to {@code metrics.partials}. {@code FeedProcessor} writes line batches for storage,
 * live and alarming, each on the input's partition; headers carry the input's offset, so that
 * alarming detects duplicate records.
 */
@NullMarked
package io.weir.processing.records;

import org.jspecify.annotations.NullMarked;
