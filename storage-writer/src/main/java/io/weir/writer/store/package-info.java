/**
 * The interface of stores: their URLs, their abilities, and how to write lines to them. Each store
 * has a package of its own below this one; {@code io.weir.writer.stores.Stores} lists them.
 *
 * <p>In: a store's URL, then canonical lines. Out: HTTP requests, and a
 * {@link io.weir.writer.store.Reply} for each. May import: OkHttp, Retrofit's responses, Jackson,
 * the contract; never Kafka.
 */
@NullMarked
package io.weir.writer.store;

import org.jspecify.annotations.NullMarked;
