/**
 * The ingest gateway: packets to canonical lines, never blocking, every loss counted.
 *
 * <p>In: what senders speak, through any number of inputs ({@code input} lists their kinds). Out: batches of lines and ticks in {@code metrics.raw}, what cannot be read in {@code
 * metrics.rejected}. The way of a metric through the packages is a door ({@code
 * udp}, {@code collectd}, …), {@code intake}, {@code publish}; this one puts them
 * together from the configuration and shows their figures. It may import the contract, Micrometer, and the packages below.
 */
@NullMarked
package io.weir.gateway;

import org.jspecify.annotations.NullMarked;
