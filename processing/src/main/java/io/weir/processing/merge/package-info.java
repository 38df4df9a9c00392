/**
 * Merge of group aggregation. Partials of all source partitions are kept until the time of each has
 * passed their window, then merged and written as lines. In: {@code metrics.partials}.
 * Out: batches, which are suppressed and written like any others. See
 * {@code docs/decisions/0008-two-stages.md}.
 */
@NullMarked
package io.weir.processing.merge;

import org.jspecify.annotations.NullMarked;
