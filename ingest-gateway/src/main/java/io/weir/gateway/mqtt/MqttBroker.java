package io.weir.gateway.mqtt;

import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import io.weir.gateway.intake.count.ReasonCounts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to a broker of MQTT. */
public final class MqttBroker implements Broker {
    /** Warning: messages that were sent while Weir was not connected are lost. */
    private static final String SESSION_LOST = "mqtt-session-lost";

    private static final Logger LOG = LoggerFactory.getLogger(MqttBroker.class);

    private final MqttSettings settings;
    private final int messageBytes;
    private final String gatewayId;
    private final ReasonCounts warnings;
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Connection latest;

    /**
     * Connects only for a subscription.
     *
     * @param messageBytes longer messages are truncated to this length and one byte
     * @param gatewayId distinguishes the sessions of gateways at the broker
     */
    public MqttBroker(MqttSettings settings, int messageBytes, String gatewayId, ReasonCounts warnings) {
        this.settings = settings;
        this.messageBytes = messageBytes;
        this.gatewayId = gatewayId;
        this.warnings = warnings;
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException {
        StringJoiner reasons = new StringJoiner("; ");
        for (InetSocketAddress broker : settings.connecting().brokers()) {
            try {
                return subscribe(consumer, broker);
            } catch (IOException e) {
                reasons.add(MqttSettings.text(broker) + ": " + e.getMessage());
            }
        }
        throw new IOException(reasons.toString());
    }

    private Subscription subscribe(String consumer, InetSocketAddress broker) throws IOException {
        String clientId = consumer + "-" + gatewayId;
        Connection connection = new Connection(settings, messageBytes, clientId, broker);
        try {
            connection.subscribe();
            if (!subscribed.add(clientId) && settings.topics().isAcknowledged() && !connection.isResumed()) {
                warnings.add(SESSION_LOST, 1);
                LOG.warn(
                        "{} has no session of {} any more: what was sent meanwhile is lost",
                        MqttSettings.text(broker),
                        clientId);
            }
            latest = connection;
            return new MqttSubscription(connection);
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Sends a message of quality of service 0, which is lost without a connection. */
    public void publish(String topic, byte[] body) {
        Connection connection = latest;
        if (connection != null) {
            connection.publish(topic, body);
        }
    }

    @Override
    public int window() {
        return settings.connecting().receiveMaximum();
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
