/**
 * ClickHouse: a table for each measurement, with tags and typed fields as columns.
 *
 * <p>In: a URL, then canonical lines. Out: statements that create and widen tables, and inserts in
 * the format RowBinary.
 */
@NullMarked
package io.weir.writer.store.clickhouse;

import org.jspecify.annotations.NullMarked;
