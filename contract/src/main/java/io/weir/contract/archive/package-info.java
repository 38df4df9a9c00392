/**
 * How an archive of Parquet files is laid out: its directories, the names of its files, and the names of columns. The
 * writer writes archives; the writer's commands and queries read them.
 */
@NullMarked
package io.weir.contract.archive;

import org.jspecify.annotations.NullMarked;
