/**
 * The archive: a directory of Parquet files, one dataset for each measurement. It knows no Kafka: its user gives it
 * the lines of a partition with their offsets, and asks where to continue.
 */
@NullMarked
package io.weir.writer.store.archive;

import org.jspecify.annotations.NullMarked;
