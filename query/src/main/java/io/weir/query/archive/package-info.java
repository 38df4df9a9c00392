/**
 * Series in the Parquet files of an archive, where each measurement is a directory, tags and fields are columns, and a row
 * is a line. DuckDB, a library, reads the files in this process.
 *
 * <p>In: matchers and times. Out: series.
 */
@NullMarked
package io.weir.query.archive;

import org.jspecify.annotations.NullMarked;
