/**
 * The storage writer: bulk-loads the store from {@code metrics.storage}.
 *
 * <p>Comes in: line batches. Goes out: bodies of lines to the store, refused lines to {@code metrics.rejected}; offsets are
 * committed once the store has acknowledged. The way: {@link io.weir.writer.StorageLoop} (consumes) →
 * {@link io.weir.writer.Lane} (one body under way) → {@link io.weir.writer.Delivery} (until all of it is settled) →
 * {@link io.weir.writer.store.Store}. May import: the contract, Kafka's clients, Micrometer, the stores.
 */
@NullMarked
package io.weir.writer;

import org.jspecify.annotations.NullMarked;
