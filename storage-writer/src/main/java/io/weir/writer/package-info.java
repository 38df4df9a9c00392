/**
 * The storage writer: bulk-loads stores from {@code metrics.storage}.
 *
 * <p>Comes in: line batches, transitions of alarms. Goes out: bodies of lines to the stores, refused lines to
 * {@code metrics.rejected}; offsets are committed once the store has acknowledged. The way, for each
 * {@link io.weir.writer.Target} by itself: {@link io.weir.writer.StorageLoop} (consumes) → {@link io.weir.writer.Router}
 * (which place in the store) → {@link io.weir.writer.Lane} (one load under way, several lanes) →
 * {@link io.weir.writer.Delivery} (until all of it is settled) → {@link io.weir.writer.store.Store}. May import: the contract, Kafka's clients, Micrometer, the stores.
 */
@NullMarked
package io.weir.writer;

import org.jspecify.annotations.NullMarked;
