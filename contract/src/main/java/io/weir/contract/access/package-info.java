/**
 * What each service must be allowed to do in Kafka: nothing else.
 *
 * <p>Comes in: the topics, an admin client. Goes out: rights, as a table of the house and as Kafka's own bindings, and what of them is
 * missing. May import: Kafka's clients, the contract's topics.
 */
@NullMarked
package io.weir.contract.access;

import org.jspecify.annotations.NullMarked;
