package io.weir.contract.amqp;

import static java.util.Objects.requireNonNull;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.SocketConfigurator;
import com.rabbitmq.client.SocketConfigurators;
import io.weir.contract.config.BrokerLogin;
import io.weir.contract.config.ClientTls;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.service.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * Where and how RabbitMQ is reached. Immutable.
 *
 * @param addresses tried one after the other
 * @param tls empty for connections without TLS
 */
public record AmqpBroker(
        List<Address> addresses,
        String virtualHost,
        String user,
        String password,
        Optional<SSLContext> tls,
        Duration heartbeat) {

    /** The longest wait for an answer, and for the end of a connection. */
    public static final int ANSWER_WITHIN_MILLIS = 5_000;

    private static final String GUEST = "guest";
    private static final int MOST_PORT = 65_535;
    /** RabbitMQ's own default limit: the client would end the connection at a longer message. */
    private static final int MOST_BODY_BYTES = 128 << 20;

    /** RabbitMQ's default user on this machine. */
    public static final AmqpBroker LOCAL = new AmqpBroker(
            List.of(new Address("localhost")), "/", GUEST, GUEST, Optional.empty(), Duration.ofSeconds(10));

    /** Copies the list. */
    public AmqpBroker {
        addresses = List.copyOf(addresses);
    }

    /**
     * Reads the keys of a broker in a section.
     *
     * @param variable the environment variable with the password
     */
    public static AmqpBroker read(YamlSection section, String variable) {
        List<Address> addresses = section.values(
                        "brokers",
                        AmqpBroker::address,
                        "HOST or HOST:PORT of RabbitMQ; several of a cluster are tried one after the other")
                .or(LOCAL.addresses, "localhost");
        String virtualHost =
                section.text("virtual-host", "RabbitMQ's virtual host").or(LOCAL.virtualHost);
        Optional<BrokerLogin> login =
                BrokerLogin.read(section, "name of the RabbitMQ user; default: " + GUEST, variable);
        return new AmqpBroker(
                addresses,
                virtualHost,
                login.map(BrokerLogin::user).orElse(LOCAL.user),
                login.map(BrokerLogin::password).orElse(LOCAL.password),
                ClientTls.read(section.section("tls"), "RabbitMQ"),
                section.duration(
                                "heartbeat",
                                Duration.ofSeconds(1),
                                "a connection without a sign of life for twice this time is renewed")
                        .or(LOCAL.heartbeat));
    }

    private static Address address(String text) {
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

    /**
     * Connects without recovery: the caller connects again.
     *
     * @param name shown in RabbitMQ's list of connections
     * @param threads the name of the client's threads
     * @throws IOException with the reason for each address
     */
    public Connection connect(String name, String threads) throws IOException {
        return connect(name, threads, socket -> {});
    }

    /**
     * The same.
     *
     * @param opened receives each socket before it connects. Closing the socket of the connection ends
     *     a write that RabbitMQ does not read, which no method of the connection does
     */
    public Connection connect(String name, String threads, SocketConfigurator opened) throws IOException {
        ConnectionFactory factory = factory(threads, opened);
        List<Address> order = new ArrayList<>(addresses);
        Collections.shuffle(order);
        Map<Address, Exception> failures = new HashMap<>();
        for (Address each : order) {
            try {
                return factory.newConnection(List.of(each), name);
            } catch (IOException | TimeoutException e) {
                failures.put(each, e);
            }
        }
        // In a constant order: each new reason is logged.
        IOException all = new IOException(addresses.stream()
                .distinct()
                .map(each -> "RabbitMQ at " + each + " "
                        + AmqpFailure.whileConnecting(requireNonNull(failures.get(each)), user, tls.isPresent()))
                .collect(Collectors.joining("; ")));
        failures.values().forEach(all::addSuppressed);
        throw all;
    }

    private ConnectionFactory factory(String threads, SocketConfigurator opened) {
        ConnectionFactory factory = new ConnectionFactory();
        // Before TLS, which adds a configurator of its own.
        factory.setSocketConfigurator(SocketConfigurators.defaultConfigurator().andThen(opened));
        factory.setVirtualHost(virtualHost);
        factory.setUsername(user);
        factory.setPassword(password);
        factory.setRequestedHeartbeat((int) heartbeat.toSeconds());
        factory.setConnectionTimeout(ANSWER_WITHIN_MILLIS);
        factory.setHandshakeTimeout(ANSWER_WITHIN_MILLIS);
        factory.setChannelRpcTimeout(ANSWER_WITHIN_MILLIS);
        factory.setShutdownTimeout(ANSWER_WITHIN_MILLIS);
        factory.setMaxInboundMessageBodySize(MOST_BODY_BYTES);
        // A message and its confirmation belong to their connection.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setThreadFactory(DaemonThreads.named(threads));
        tls.ifPresent(context -> {
            factory.useSslProtocol(context);
            factory.enableHostnameVerification();
        });
        return factory;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "brokers=" + addresses + " vhost=" + virtualHost;
    }
}
