/**
 * The ingest gateway: packets to canonical lines, never blocking, every loss counted.
 *
 * <p>In: line protocol over UDP. Out: batches of lines and ticks in {@code metrics.raw}, what cannot be read in {@code
 * metrics.rejected}. The way of a line through the packages is {@code udp}, {@code intake}, {@code publish}; this one puts them
 * together from the configuration and shows their figures. It may import the contract, Micrometer, and the packages below.
 */
@NullMarked
package io.weir.gateway;

import org.jspecify.annotations.NullMarked;
