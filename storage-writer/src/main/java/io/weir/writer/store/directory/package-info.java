/**
 * The common part of stores that write files to a directory of this machine: addresses, files that survive a crash, and
 * a lock.
 *
 * <p>In: records of a partition, by {@link io.weir.writer.store.directory.PartitionFiles}. May import: the contract;
 * never Kafka.
 */
@NullMarked
package io.weir.writer.store.directory;

import org.jspecify.annotations.NullMarked;
