/**
 * {@code weir query} and its relatives: ask a server with the HTTP API of Prometheus, such as Weir's
 * dashboard.
 *
 * <p>Input: a query and the server's answer, read as a stream. Output: a table, rows of CSV, lines
 * of JSON, a file of Parquet or plots. Allowed imports: the contract, the address of the dashboard, {@code option},
 * {@code plot}, {@code topic} (text for terminals), {@code status} (the terminal), picocli.
 */
@NullMarked
package io.weir.standalone.query;

import org.jspecify.annotations.NullMarked;
