/**
 * Stage that aggregates each series over windows. In: a batch. Out: the same batch, followed by the
 * results of the windows that its metrics or its tick closed.
 */
@NullMarked
package io.weir.processing.aggregate;

import org.jspecify.annotations.NullMarked;
