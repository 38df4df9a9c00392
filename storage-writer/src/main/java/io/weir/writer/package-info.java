/**
 * The storage writer: bulk-loads stores from {@code metrics.storage}.
 *
 * <p>In: line batches, transitions of alarms. Out: bodies of lines to the stores, rejected lines to
 * {@code metrics.rejected}. Offsets are committed after the store has acknowledged. Each
 * {@link io.weir.writer.Target} works independently: {@link io.weir.writer.StorageLoop} (consumes)
 * → {@link io.weir.writer.Router} (selects the place in the store) → {@link io.weir.writer.WriteWorker}
 * (delivers one load at a time; several lanes) → {@link io.weir.writer.Delivery} (until all lines
 * are settled) → {@link io.weir.writer.store.Store}. May import: the contract, Kafka's clients,
 * Micrometer, the stores.
 */
@NullMarked
package io.weir.writer;

import org.jspecify.annotations.NullMarked;
