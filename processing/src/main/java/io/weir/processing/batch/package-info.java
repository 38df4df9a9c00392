/**
 * Tracks the batches that a partition has received. In: names of batches, from record headers. Out:
 * whether a batch is new, and how many are missing. Pure logic without Kafka.
 */
@NullMarked
package io.weir.processing.batch;

import org.jspecify.annotations.NullMarked;
