/**
 * What is seen live, and by whom: series with their latest values, hosts, refused lines. In: batches of {@code metrics.live}, records of
 * {@code metrics.rejected}, what clients ask for. Out: to each client the latest value of each of its lines, as fast as it takes them. Pure: no
 * Kafka, no HTTP, no clock.
 */
@NullMarked
package io.weir.dashboard.live;

import org.jspecify.annotations.NullMarked;
