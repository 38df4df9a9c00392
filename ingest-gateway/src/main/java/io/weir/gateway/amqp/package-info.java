/**
 * The input for messages of RabbitMQ (AMQP 0-9-1).
 *
 * <p>In: deliveries of queues. Out: messages for {@code gateway.consume}, which acknowledges them.
 */
@NullMarked
package io.weir.gateway.amqp;

import org.jspecify.annotations.NullMarked;
