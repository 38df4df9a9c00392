/**
 * Merge of group aggregation. Partials of all source partitions are kept until the time of each has
 * passed their window, and then merged. In: {@code metrics.partials}. Out: batches of results, which
 * pass all stages for the rules that read results, and are written like any others. See
 * {@code docs/decisions/0008-two-stages.md} and {@code docs/decisions/0014-results-are-inputs.md}.
 */
@NullMarked
package io.weir.processing.merge;

import org.jspecify.annotations.NullMarked;
