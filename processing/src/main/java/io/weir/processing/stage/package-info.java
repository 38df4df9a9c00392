/**
 * The stages that a batch passes, in the order of the topology: {@code Converter} converts values,
 * {@code Deriver} computes fields from fields, {@code Aggregator} appends the results of windows
 * that the batch closed, {@code PartialAggregator} adds values to the windows of groups and emits
 * their partials, {@code Suppressor} marks the fields that storage or live does not receive and
 * appends released values. In: a batch. Out: the same batch, modified in place. What a stage
 * computes with has a package of its own; its memory is part of the state of the series. No stage
 * uses another, and none imports Kafka.
 *
 * <p>Only these are called stages. Group aggregation consists of <em>partial</em>, in this package,
 * and <em>merge</em>, in {@code io.weir.processing.merge}.
 */
@NullMarked
package io.weir.processing.stage;

import org.jspecify.annotations.NullMarked;
