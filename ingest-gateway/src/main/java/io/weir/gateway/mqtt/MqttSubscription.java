package io.weir.gateway.mqtt;

import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.Subscription;
import io.weir.gateway.mqtt.Arrivals.Arrival;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one connection. Belongs to one thread. */
final class MqttSubscription implements Subscription {
    private final Connection connection;
    private final SocketAddress broker;
    private final Deque<Unacknowledged> unacknowledged = new ArrayDeque<>();

    /** Without the message's body, of which the lines wait elsewhere. */
    private record Unacknowledged(long number, int packetId) {}

    MqttSubscription(Connection connection) {
        this.connection = connection;
        this.broker = connection.broker();
    }

    @Override
    public @Nullable Message poll(long nanos) throws IOException, InterruptedException {
        Arrival next = connection.arrivals().poll(nanos);
        if (next == null) {
            return null;
        }
        unacknowledged.add(new Unacknowledged(next.message().number(), next.packetId()));
        return next.message();
    }

    /** MQTT acknowledges each message, in the order in which the broker sent them. */
    @Override
    public void acknowledge(long upTo) {
        for (Unacknowledged oldest = unacknowledged.peek();
                oldest != null && oldest.number() <= upTo;
                oldest = unacknowledged.peek()) {
            unacknowledged.remove();
            if (oldest.packetId() != Arrivals.UNACKNOWLEDGED) {
                connection.acknowledge(oldest.packetId());
            }
        }
        connection.flush();
    }

    /** Not supported: an MQTT broker has no place for refused messages. */
    @Override
    public void refuse(long number) {
        throw new UnsupportedOperationException("MQTT has no dead letters");
    }

    @Override
    public SocketAddress broker() {
        return broker;
    }

    /** Acknowledgements that were sent before still reach the broker. */
    @Override
    public void close() {
        connection.close();
    }
}
