/**
 * Processing: one Kafka Streams topology from {@code metrics.raw} to the feeds. In: line batches
 * and ticks. Out: {@code metrics.storage}, {@code .live}, {@code .alarming}, {@code .rejected}, and
 * {@code .partials}, which only processing reads. Reads no clock: windows follow the metrics' own
 * timestamps and the ticks.
 *
 * <p>Start reading at {@link io.weir.processing.ProcessingTopology}.
 */
@NullMarked
package io.weir.processing;

import org.jspecify.annotations.NullMarked;
