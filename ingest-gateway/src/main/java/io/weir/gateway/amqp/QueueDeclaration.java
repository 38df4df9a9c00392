package io.weir.gateway.amqp;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queues that the input declares: durable, and perhaps bound to an exchange.
 *
 * @param arguments of the queues, such as {@code x-queue-type}
 */
public record QueueDeclaration(Optional<Exchange> exchange, List<String> routingKeys, Map<String, Object> arguments) {

    /**
     * An exchange.
     *
     * @param type empty if the exchange must exist; else it is declared, durable
     */
    public record Exchange(String name, Optional<String> type) {}

    /** Copies both. */
    public QueueDeclaration {
        routingKeys = List.copyOf(routingKeys);
        arguments = Map.copyOf(arguments);
    }

    /**
     * Declares the queues. No effect on those that exist with the same properties.
     *
     * @throws IOException if a queue or exchange exists with other properties
     */
    void declare(Channel channel, List<String> queues) throws IOException {
        if (exchange.isPresent() && exchange.get().type().isPresent()) {
            channel.exchangeDeclare(exchange.get().name(), exchange.get().type().get(), true);
        }
        for (String queue : queues) {
            channel.queueDeclare(queue, true, false, false, arguments);
            if (exchange.isPresent()) {
                for (String key : routingKeys) {
                    channel.queueBind(queue, exchange.get().name(), key);
                }
            }
        }
    }
}
