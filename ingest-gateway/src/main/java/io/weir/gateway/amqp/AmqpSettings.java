package io.weir.gateway.amqp;

import io.weir.contract.amqp.AmqpBroker;
import java.util.List;
import java.util.Optional;

/**
 * The RabbitMQ of an input, and what is consumed there.
 *
 * @param prefetch maximum number of unacknowledged messages of each consumer and queue
 * @param declaration empty if the queues must exist
 */
public record AmqpSettings(
        AmqpBroker broker, List<String> queues, int prefetch, Optional<QueueDeclaration> declaration) {

    /** Copies the list. */
    public AmqpSettings {
        queues = List.copyOf(queues);
    }

    @Override
    public String toString() {
        return "queues=" + queues + " " + broker;
    }
}
