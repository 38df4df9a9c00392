package io.weir.gateway.amqp;

import com.rabbitmq.client.Address;
import io.weir.contract.config.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where and how RabbitMQ is reached, and what is consumed.
 *
 * @param brokers tried one after the other
 * @param tls empty for connections without TLS
 * @param prefetch maximum number of unacknowledged messages of each consumer and queue
 * @param declaration empty if the queues must exist
 */
public record AmqpSettings(
        List<Address> brokers,
        String virtualHost,
        String user,
        String password,
        Optional<SSLContext> tls,
        Duration heartbeat,
        List<String> queues,
        int prefetch,
        Optional<QueueDeclaration> declaration) {

    private static final int MOST_PORT = 65_535;

    /** Copies the lists. */
    public AmqpSettings {
        brokers = List.copyOf(brokers);
        queues = List.copyOf(queues);
    }

    /**
     * The address of a broker.
     *
     * @throws Refusal if it is neither HOST nor HOST:PORT
     */
    public static Address broker(String text) {
        Address address;
        try {
            address = Address.parseAddress(text.strip());
        } catch (IllegalArgumentException e) { // The port is no number, or there are too many colons.
            throw invalid(text);
        }
        if (address.getHost().isEmpty() || address.getPort() == 0 || address.getPort() > MOST_PORT) {
            throw invalid(text);
        }
        return address;
    }

    private static Refusal invalid(String text) {
        return new Refusal("must be HOST or HOST:PORT, was " + Refusal.quote(text), "such as rabbit.example.org:5672");
    }

    /** Where and what, without the password. */
    @Override
    public String toString() {
        return "queues=" + queues + " brokers=" + brokers + " vhost=" + virtualHost;
    }
}
