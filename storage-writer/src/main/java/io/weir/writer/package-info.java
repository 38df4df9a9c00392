/**
 * The storage writer: writes {@code metrics.storage} to stores in large batches, and {@code
 * alarms.events} and {@code metrics.rejected} if configured.
 *
 * <p>In: records of lines, transitions of alarms, refused lines. Out: batches of lines to the stores, rejected
 * lines to {@code metrics.rejected}. Offsets are committed after the store has acknowledged. Each
 * {@link io.weir.writer.Target} works independently: {@link io.weir.writer.StorageLoop} (consumes)
 * → {@link io.weir.writer.Router} (selects the place in the store) →
 * {@link io.weir.writer.WriteWorker} (delivers one request at a time; several workers) →
 * {@link io.weir.writer.BatchDelivery} (until every line is stored or rejected) →
 * {@link io.weir.writer.store.Store}. May import: the contract, Kafka's clients, Micrometer, the
 * stores.
 */
@NullMarked
package io.weir.writer;

import org.jspecify.annotations.NullMarked;
