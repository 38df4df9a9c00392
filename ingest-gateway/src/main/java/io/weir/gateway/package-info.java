/**
 * The ingest gateway: converts packets to canonical lines, never blocks, and counts every loss.
 *
 * <p>In: the protocols of senders, through any number of inputs ({@code input} lists their kinds).
 * Out: batches of lines and ticks in {@code metrics.raw}, unreadable data in
 * {@code metrics.rejected}. A metric passes an input ({@code udp}, {@code collectd}, …),
 * {@code intake}, and {@code publish}. This package builds them from the configuration and exposes
 * their figures. It may import the contract, Micrometer, and the packages below.
 */
@NullMarked
package io.weir.gateway;

import org.jspecify.annotations.NullMarked;
