/** Connections to RabbitMQ (AMQP 0-9-1), for every service that consumes or publishes messages. */
@NullMarked
package io.weir.contract.amqp;

import org.jspecify.annotations.NullMarked;
