/**
 * Live data and the clients that follow it: series with their latest values, hosts, refused lines,
 * alarms, and the rates and lags of Weir itself. In: batches of {@code metrics.live}, records of
 * {@code metrics.rejected} and of the alarm topics, selectors of clients. Out: for each client, the
 * latest value of each plotted line, as fast as the client accepts them. Uses no Kafka, no HTTP and
 * no wall clock.
 *
 * <p>A line of a batch is line protocol. A line of a {@link io.weir.dashboard.live.LiveFeed} is a
 * line in a plot: one field of one series.
 */
@NullMarked
package io.weir.dashboard.live;

import org.jspecify.annotations.NullMarked;
