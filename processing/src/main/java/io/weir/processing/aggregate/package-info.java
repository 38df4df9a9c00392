/**
 * Aggregation per series over windows. In: a batch. Out: the same batch, with the results of the windows that its
 * metrics or its tick closed appended.
 */
@NullMarked
package io.weir.processing.aggregate;

import org.jspecify.annotations.NullMarked;
