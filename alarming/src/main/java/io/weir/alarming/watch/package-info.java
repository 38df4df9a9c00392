/**
 * First stage, conditions: runs where the series is. In: line batches and ticks of {@code metrics.alarming}. Out: condition
 * changes. {@code Watcher} is the logic; {@code WatchProcessor} alone knows Kafka.
 */
@NullMarked
package io.weir.alarming.watch;

import org.jspecify.annotations.NullMarked;
