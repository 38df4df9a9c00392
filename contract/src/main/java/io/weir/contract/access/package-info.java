/**
 * Computes the Kafka rights that each service needs, and no more.
 *
 * <p>In: the topics, an admin client. Out: rights, as a table and as Kafka bindings, and the rights
 * that are missing. May import: Kafka's clients, the contract's topics.
 */
@NullMarked
package io.weir.contract.access;

import org.jspecify.annotations.NullMarked;
