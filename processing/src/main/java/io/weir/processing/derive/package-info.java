/**
 * Stage: fields computed from fields. In: a batch. Out: the same with further fields in its lines. Its logic is in {@code history}
 * and in the contract's expressions; its memory is part of the series' state.
 */
@NullMarked
package io.weir.processing.derive;

import org.jspecify.annotations.NullMarked;
