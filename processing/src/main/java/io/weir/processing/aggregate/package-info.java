/**
 * Aggregation: the stage {@link io.weir.processing.aggregate.Aggregator} computes the windows of each
 * series. They follow the timestamps of its metrics, or a value of the farm's state. {@link
 * io.weir.processing.aggregate.PartialAggregator} adds what a series contributes to the windows of its
 * groups, which follow the clock of their rule.
 *
 * <p>In: timestamped values of series. Out: a result of each closed window, and a second one if late
 * values revise it; contributions to groups, to package {@code group}.
 *
 * <p>Pure logic: imports neither Kafka nor another stage. {@link
 * io.weir.processing.aggregate.AggregatableMetrics} and {@link
 * io.weir.processing.aggregate.AggregatedSeries} are all that it knows of series.
 */
@NullMarked
package io.weir.processing.aggregate;

import org.jspecify.annotations.NullMarked;
