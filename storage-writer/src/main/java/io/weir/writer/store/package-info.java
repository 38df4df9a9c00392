/**
 * The stores: one room each, behind {@link io.weir.writer.store.Store}.
 *
 * <p>Comes in: a store's URL, then canonical lines. Goes out: HTTP requests, and a {@link io.weir.writer.store.Reply} for each. May
 * import: the InfluxDB Java client, OkHttp, Jackson, the contract's line reader; never Kafka.
 */
@NullMarked
package io.weir.writer.store;

import org.jspecify.annotations.NullMarked;
