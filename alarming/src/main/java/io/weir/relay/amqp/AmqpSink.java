package io.weir.relay.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.io.IOException;
import java.net.Socket;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to an exchange of RabbitMQ with publisher confirms. All messages pass one channel, so
 * that a queue receives them in order.
 */
final class AmqpSink implements Sink {
    private static final Logger LOG = LoggerFactory.getLogger(AmqpSink.class);
    private static final int CONFIRMED_WITHIN_MILLIS = 10_000;
    /** Messages between two confirmations: a blocked RabbitMQ reads no more. */
    private static final int PART = 100;
    /** Header with the key of a message without a body. */
    private static final String KEY = "key";

    private static final int PERSISTENT = 2;
    /** AMQP's limit for a short string. */
    private static final int MOST_ROUTE_BYTES = 255;

    private final AmqpBroker broker;
    private final String exchange;
    private final String name;
    private volatile @Nullable Socket socket;
    private @Nullable Connection connection;
    private volatile @Nullable String blocked;
    private @Nullable Channel channel;

    /** @param name of the connection and its threads */
    AmqpSink(AmqpBroker broker, String exchange, String name) {
        this.broker = broker;
        this.exchange = exchange;
        this.name = name;
    }

    @Override
    public void deliver(List<Message> messages, Refusals refusals)
            throws SinkUnavailableException, InterruptedException {
        boolean isDelivered = false;
        try {
            Channel open = channel(refusals);
            for (int from = 0; from == 0 || from < messages.size(); from += PART) {
                if (isBlocked(open)) {
                    isDelivered = true; // As far as it was published: the connection remains, and unblocks.
                    throw new SinkUnavailableException(String.valueOf(blocked));
                }
                publish(messages.subList(from, Math.min(messages.size(), from + PART)), open);
            }
            isDelivered = true;
        } catch (TimeoutException e) {
            String reason = blocked;
            cancel(); // The end of a connection that RabbitMQ does not read would wait too.
            throw new SinkUnavailableException(
                    reason != null
                            ? reason
                            : "RabbitMQ has not confirmed messages within " + CONFIRMED_WITHIN_MILLIS / 1_000 + " s",
                    e);
        } catch (IOException | RuntimeException e) {
            throw new SinkUnavailableException(String.valueOf(AmqpFailure.of(e).getMessage()), e);
        } finally {
            if (!isDelivered) {
                disconnect();
            }
        }
    }

    @Override
    public String wrong(Message message) {
        return message.route().getBytes(UTF_8).length > MOST_ROUTE_BYTES ? "routing-key-too-long" : "";
    }

    private void publish(List<Message> part, Channel open) throws IOException, TimeoutException, InterruptedException {
        for (Message message : part) {
            open.basicPublish(exchange, message.route(), true, properties(message), message.bytes());
        }
        if (!open.waitForConfirms(CONFIRMED_WITHIN_MILLIS)) {
            throw new IOException("RabbitMQ cannot take messages now: it sent a negative acknowledgement");
        }
    }

    private static BasicProperties properties(Message message) {
        BasicProperties.Builder properties = new BasicProperties.Builder()
                .messageId(message.id())
                .contentType(message.contentType())
                .deliveryMode(PERSISTENT)
                .timestamp(Date.from(Instant.ofEpochMilli(message.timestampMillis())));
        if (message.body() == null && message.key() != null) {
            properties.headers(Map.of(KEY, new String(message.key(), UTF_8)));
        }
        return properties.build();
    }

    /** A connection that has ended reports no end of its blocking. */
    private boolean isBlocked(Channel open) {
        return blocked != null && open.isOpen();
    }

    private Channel channel(Refusals refusals) throws IOException, TimeoutException {
        Channel open = channel;
        if (open == null) {
            Connection connected = broker.connect(name, name, opened -> socket = opened);
            connection = connected;
            connected.addBlockedListener(new Blocked());
            open = connected.createChannel();
            if (open == null) {
                throw new IOException("RabbitMQ permits no channel");
            }
            // RabbitMQ returns a message before it confirms it.
            open.addReturnListener(returned -> refusals.unroutable(returned.getRoutingKey()));
            open.confirmSelect();
            channel = open;
        }
        return open;
    }

    private void disconnect() {
        channel = null;
        Connection open = connection;
        if (open != null) {
            open.abort(AmqpBroker.ANSWER_WITHIN_MILLIS);
        }
        connection = null;
        blocked = null;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(blocked);
    }

    /** Closes the socket, since a publish, or the end of the connection, may wait for RabbitMQ to read. */
    @Override
    public void cancel() {
        Socket open = socket;
        if (open != null) {
            try {
                open.setSoLinger(true, 0); // Otherwise TLS would wait for the write that is to end.
                open.close();
            } catch (IOException e) {
                LOG.debug("{} was closed before", name, e);
            }
        }
    }

    @Override
    public void close() {
        if (blocked != null) {
            cancel();
        }
        disconnect();
    }

    /** RabbitMQ reads nothing from publishers while its memory or disk is full. */
    private final class Blocked implements BlockedListener {
        @Override
        public void handleBlocked(String reason) {
            blocked = "RabbitMQ accepts no messages: " + reason;
        }

        @Override
        public void handleUnblocked() {
            blocked = null;
        }
    }
}
