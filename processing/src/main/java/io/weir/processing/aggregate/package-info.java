/**
 * Aggregation: the stages ({@link io.weir.processing.aggregate.Aggregator}, {@link
 * io.weir.processing.aggregate.PartialAggregator}) and their compiled rules, the windows of one
 * series, which follow the timestamps of its metrics or a value of the farm's state, and what a
 * series contributes to the windows of its groups, which follow log time. In: timestamped values of
 * series. Out: closed windows, each once, and those of groups to package {@code group}.
 *
 * <p>Pure logic: imports neither Kafka nor another stage. {@link
 * io.weir.processing.aggregate.AggregatableMetrics} and {@link
 * io.weir.processing.aggregate.AggregatedSeries} are all that it knows of series.
 */
@NullMarked
package io.weir.processing.aggregate;

import org.jspecify.annotations.NullMarked;
