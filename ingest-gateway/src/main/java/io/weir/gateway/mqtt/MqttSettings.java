package io.weir.gateway.mqtt;

import io.weir.contract.config.Refusal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Where and how a broker is reached, and what is consumed. */
public record MqttSettings(Connecting connecting, Topics topics) {

    /** Port of MQTT. */
    public static final int PORT = 1883;

    /** Port of MQTT over TLS. */
    public static final int TLS_PORT = 8883;

    private static final int MOST_PORT = 65_535;

    /**
     * How a broker is reached.
     *
     * @param brokers unresolved; tried one after the other
     * @param login empty for an anonymous connection
     * @param tls empty for connections without TLS
     * @param sessionExpiry how long the broker keeps messages while the gateway is away (MQTT 5)
     * @param receiveMaximum maximum number of unacknowledged messages of each consumer that the broker
     *     sends (MQTT 5), and of messages that wait for Weir
     */
    public record Connecting(
            List<InetSocketAddress> brokers,
            Version version,
            Optional<Login> login,
            Optional<SSLContext> tls,
            Duration keepAlive,
            Duration sessionExpiry,
            int receiveMaximum) {
        /** Copies the list. */
        public Connecting {
            brokers = List.copyOf(brokers);
        }

        boolean isVersion5() {
            return version == Version.V5;
        }
    }

    /**
     * The subscriptions.
     *
     * @param share name of the group that shares the subscriptions; empty if each consumer gets all messages
     * @param isAcknowledged whether the quality of service is 1, not 0
     * @param hasRetained whether retained messages are consumed
     */
    public record Topics(
            List<TopicTemplate> templates, Optional<String> share, boolean isAcknowledged, boolean hasRetained) {
        /** Copies the list. */
        public Topics {
            templates = List.copyOf(templates);
        }

        /** The filters of the subscriptions. */
        List<String> filters() {
            String before = share.map(name -> "$share/" + name + "/").orElse("");
            return templates.stream().map(topic -> before + topic.filter()).toList();
        }

        /** The filters of the same subscriptions without a group. */
        List<String> unsharedFilters() {
            return templates.stream().map(TopicTemplate::filter).toList();
        }
    }

    /** A version of MQTT. */
    public enum Version {
        V3_1_1,
        V5
    }

    /** A user. */
    public record Login(String user, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return user;
        }
    }

    /**
     * The address of a broker; without a port, its port is 0.
     *
     * @throws Refusal if it is neither HOST nor HOST:PORT
     */
    public static InetSocketAddress broker(String text) {
        String stripped = text.strip();
        int colon = stripped.lastIndexOf(':');
        // Several colons without brackets: an address of IPv6 alone.
        boolean hasPort = colon >= 0 && (stripped.indexOf(':') == colon || stripped.charAt(colon - 1) == ']');
        String host = hasPort ? stripped.substring(0, colon) : stripped;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = hasPort ? port(stripped.substring(colon + 1)) : 0;
        if (host.isEmpty() || host.contains("/") || port < 0 || port > MOST_PORT) {
            throw new Refusal("must be HOST or HOST:PORT, was " + Refusal.quote(text), "such as mqtt.example.org:1883");
        }
        return InetSocketAddress.createUnresolved(host, port);
    }

    /** The port; -1 if it is not one. */
    private static int port(String text) {
        int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : -1;
        return port == 0 ? -1 : port;
    }

    /**
     * A version of the protocol.
     *
     * @throws Refusal if it is unknown
     */
    public static Version version(String text) {
        return switch (text.strip()) {
            case "5", "5.0" -> Version.V5;
            case "3.1.1" -> Version.V3_1_1;
            default -> throw new Refusal("must be 5 or 3.1.1, was " + Refusal.quote(text), "MQTT 3.1 is too old");
        };
    }

    /**
     * A name of a group.
     *
     * @throws Refusal if no subscription can have it
     */
    public static String share(String text) {
        if (text.isEmpty() || text.chars().anyMatch(c -> "/+#\0".indexOf(c) >= 0)) {
            throw new Refusal("must have no /, + or #, was " + Refusal.quote(text), "such as weir");
        }
        return text;
    }

    /** Where and what. */
    @Override
    public String toString() {
        return "topics=" + topics.filters() + " brokers="
                + connecting.brokers().stream().map(MqttSettings::text).toList();
    }

    static String text(InetSocketAddress broker) {
        String host = broker.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + broker.getPort();
    }
}
