package io.weir.gateway.stomp;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where and how brokers are reached, and what is consumed.
 *
 * @param brokers tried one after the other
 * @param user empty for a connection without a login
 * @param tls empty for connections without TLS
 * @param prefetch maximum number of unacknowledged messages of each consumer and destination
 * @param headers further headers of each subscription
 */
public record StompSettings(
        List<StompAddress> brokers,
        String virtualHost,
        Optional<String> user,
        String password,
        Optional<SSLContext> tls,
        Duration heartbeat,
        List<String> destinations,
        int prefetch,
        Map<String, String> headers) {

    /** Copies the collections. */
    public StompSettings {
        brokers = List.copyOf(brokers);
        destinations = List.copyOf(destinations);
        headers = Map.copyOf(headers);
    }

    /** Where and what, without the password. */
    @Override
    public String toString() {
        return "destinations=" + destinations + " brokers=" + brokers;
    }
}
