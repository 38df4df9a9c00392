package io.weir.gateway.stomp;

import io.netty.handler.codec.stomp.DefaultStompFrame;
import io.netty.handler.codec.stomp.StompCommand;
import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;
import java.util.Map;
import java.util.StringJoiner;

/** Connects to a broker by STOMP. */
public final class StompBroker implements Broker {
    private final StompSettings settings;
    private final int messageBytes;
    private final boolean mustRefuse;

    /**
     * Connects only for a subscription.
     *
     * @param messageBytes longer messages are truncated to this length and one byte
     * @param mustRefuse whether messages will be refused
     */
    public StompBroker(StompSettings settings, int messageBytes, boolean mustRefuse) {
        this.settings = settings;
        this.messageBytes = messageBytes;
        this.mustRefuse = mustRefuse;
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException {
        StringJoiner reasons = new StringJoiner("; ");
        for (StompAddress address : settings.brokers()) {
            try {
                return subscribe(address);
            } catch (IOException e) {
                reasons.add(address + ": " + e.getMessage());
            }
        }
        throw new IOException(reasons.toString());
    }

    private Subscription subscribe(StompAddress address) throws IOException {
        StompConnection connection = StompConnection.open(settings, address, messageBytes + 1);
        try {
            boolean isOldest = connection.version().equals("1.0");
            if (isOldest && mustRefuse) {
                throw new IOException("the broker speaks STOMP 1.0, which cannot refuse messages: remove dead-letter");
            }
            for (int i = 0; i < settings.destinations().size(); i++) {
                connection.request(subscription(i, isOldest), "subscribe-" + i, StompConnection.ANSWER_WITHIN_MILLIS);
            }
            return new StompSubscription(connection);
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private DefaultStompFrame subscription(int index, boolean isOldest) {
        DefaultStompFrame frame = StompConnection.frame(
                StompCommand.SUBSCRIBE,
                Map.of(
                        "id", Integer.toString(index),
                        "destination", settings.destinations().get(index),
                        // Weir acknowledges in order, as the cumulative mode of STOMP 1.0 needs.
                        "ack", isOldest ? "client" : "client-individual",
                        "prefetch-count", Integer.toString(settings.prefetch()),
                        "activemq.prefetchSize", Integer.toString(settings.prefetch())));
        settings.headers().forEach(frame.headers()::set);
        return frame;
    }

    @Override
    public int window() {
        return settings.prefetch();
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
