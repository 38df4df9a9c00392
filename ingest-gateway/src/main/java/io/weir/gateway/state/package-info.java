/**
 * Relays the state of the farm to processing. In: records of {@code control.state}. Out: state
 * markers in the queue, for every partition of {@code metrics.raw}. May import the contract,
 * Kafka's clients and the queue.
 */
@NullMarked
package io.weir.gateway.state;

import org.jspecify.annotations.NullMarked;
