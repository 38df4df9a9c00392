package io.weir.gateway.mqtt;

import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.StringJoiner;

/** Connects to a broker of MQTT. */
public final class MqttBroker implements Broker {
    private final MqttSettings settings;
    private final int messageBytes;
    private final String gatewayId;

    /**
     * Connects only for a subscription.
     *
     * @param messageBytes longer messages are truncated to this length and one byte
     * @param gatewayId distinguishes the sessions of gateways at the broker
     */
    public MqttBroker(MqttSettings settings, int messageBytes, String gatewayId) {
        this.settings = settings;
        this.messageBytes = messageBytes;
        this.gatewayId = gatewayId;
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException {
        StringJoiner reasons = new StringJoiner("; ");
        for (InetSocketAddress broker : settings.brokers()) {
            try {
                return subscribe(consumer, broker);
            } catch (IOException e) {
                reasons.add(MqttSettings.text(broker) + ": " + e.getMessage());
            }
        }
        throw new IOException(reasons.toString());
    }

    private Subscription subscribe(String consumer, InetSocketAddress broker) throws IOException {
        Connection connection = new Connection(settings, messageBytes, consumer + "-" + gatewayId, broker);
        try {
            connection.subscribe();
            return new MqttSubscription(connection);
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public int window() {
        return settings.receiveMaximum();
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
