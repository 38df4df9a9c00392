/**
 * One store with several addresses: which of them gets a batch, and which is left out because it failed.
 *
 * <p>In: the stores of the single addresses, and their replies. Out: a store that is away only if all of them are.
 * Knows no protocol; may import: the stores' interfaces, a log.
 */
@NullMarked
package io.weir.writer.store.failover;

import org.jspecify.annotations.NullMarked;
