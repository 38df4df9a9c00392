/**
 * First stage. In: records of {@code metrics.raw}. Out: a
 * {@link io.weir.processing.series.MetricBatch} view of each; refused lines to
 * {@code metrics.rejected}. Looks up known series by their bytes, compiles the plans of new ones
 * and passes ticks to the log clock.
 */
@NullMarked
package io.weir.processing.read;

import org.jspecify.annotations.NullMarked;
