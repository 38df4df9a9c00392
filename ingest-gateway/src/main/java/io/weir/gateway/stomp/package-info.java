/**
 * The input for messages of brokers that speak STOMP 1.0 to 1.2, such as ActiveMQ, Artemis and RabbitMQ.
 *
 * <p>In: messages of destinations. Out: messages for {@code gateway.consume}, which acknowledges them.
 */
@NullMarked
package io.weir.gateway.stomp;

import org.jspecify.annotations.NullMarked;
