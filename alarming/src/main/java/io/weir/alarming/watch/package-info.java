/**
 * First stage, conditions: runs in the partition of the series. In: line batches and ticks of
 * {@code metrics.alarming}. Out: condition changes. {@code Watcher} is the logic; only
 * {@code WatchProcessor} depends on Kafka.
 */
@NullMarked
package io.weir.alarming.watch;

import org.jspecify.annotations.NullMarked;
