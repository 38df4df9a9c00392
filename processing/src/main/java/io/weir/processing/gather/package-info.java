/**
 * First stage of group aggregation. Values go to the group of their series. When the partition's
 * time passes a window, the partition's part of it is sent to {@code metrics.partials}. In: a
 * batch. Out: the same batch; partials, followed by the time of the partition. See
 * {@code docs/decisions/0008-two-stages.md}.
 */
@NullMarked
package io.weir.processing.gather;

import org.jspecify.annotations.NullMarked;
