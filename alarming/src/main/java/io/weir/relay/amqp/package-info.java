/**
 * The sink RabbitMQ (AMQP 0-9-1). In: messages. Out: messages of an exchange, confirmed by the
 * broker.
 */
@NullMarked
package io.weir.relay.amqp;

import org.jspecify.annotations.NullMarked;
