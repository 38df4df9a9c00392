/**
 * Series in ClickHouse, where each measurement is a table, tags are texts in its sorting key, and fields are further
 * columns.
 *
 * <p>In: matchers and times. Out: series, by SQL over HTTP.
 */
@NullMarked
package io.weir.query.clickhouse;

import org.jspecify.annotations.NullMarked;
