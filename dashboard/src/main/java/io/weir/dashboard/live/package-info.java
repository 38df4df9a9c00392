/**
 * Live data and the clients that follow it: series with their latest values, hosts, refused lines.
 * In: batches of {@code metrics.live}, records of {@code metrics.rejected}, selectors of clients.
 * Out: for each client, the latest value of each of its lines, as fast as the client accepts them.
 * Pure: no Kafka, no HTTP, no clock.
 */
@NullMarked
package io.weir.dashboard.live;

import org.jspecify.annotations.NullMarked;
