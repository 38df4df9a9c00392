/**
 * First stage of what is computed over groups of series: values go to the group of their series, and what the partition has of
 * a window is sent to {@code metrics.partials} once the partition's time has passed it. In: a batch. Out: the same batch;
 * partials, and behind them the time of the partition. See {@code docs/decisions/0008-two-stages.md}.
 */
@NullMarked
package io.weir.processing.gather;

import org.jspecify.annotations.NullMarked;
