/**
 * The stores, behind {@link io.weir.writer.store.Store}.
 *
 * <p>In: a store's URL, then canonical lines. Out: HTTP requests, and a
 * {@link io.weir.writer.store.Reply} for each. May import: the InfluxDB Java client, OkHttp,
 * Jackson, the contract's line reader; never Kafka.
 */
@NullMarked
package io.weir.writer.store;

import org.jspecify.annotations.NullMarked;
