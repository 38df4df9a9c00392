/**
 * Stage that computes fields from fields. In: a batch. Out: the same batch with further fields in
 * its lines. The logic is in {@code history} and in the contract's expressions; the memory is part
 * of the series' state.
 */
@NullMarked
package io.weir.processing.derive;

import org.jspecify.annotations.NullMarked;
