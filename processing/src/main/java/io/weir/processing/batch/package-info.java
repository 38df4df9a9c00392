/**
 * The common part of all stages: the metrics of one record as a {@link io.weir.processing.batch.Stage} sees
 * them ({@link io.weir.processing.batch.Metrics}), the series of the task by slot, and the batches that
 * a partition has received.
 *
 * <p>In: names of batches, from record headers. Out: whether a batch is new, and how many are missing.
 * Pure logic without Kafka. Imports of processing only time and account.
 */
@NullMarked
package io.weir.processing.batch;

import org.jspecify.annotations.NullMarked;
