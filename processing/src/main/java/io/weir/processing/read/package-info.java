/**
 * First stage. In: records of {@code metrics.raw}. Out: a {@link io.weir.processing.series.MetricBatch} view over each, known
 * series looked up by their bytes and new ones compiled, ticks told to the log clock; refused lines to {@code
 * metrics.rejected}.
 */
@NullMarked
package io.weir.processing.read;

import org.jspecify.annotations.NullMarked;
