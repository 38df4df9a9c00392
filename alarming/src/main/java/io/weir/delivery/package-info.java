/**
 * Delivers the records of topics to a receiver that may be unavailable, such as a webhook or a
 * message broker: in order, and each at least once. {@code DeliveryWorker} has the thread,
 * {@code DeliveryLoop} the consumer; a {@code Delivery} knows the receiver.
 *
 * <p>In: records of topics. Out: calls of a {@code Delivery}, and committed offsets.
 */
@NullMarked
package io.weir.delivery;

import org.jspecify.annotations.NullMarked;
