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
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to an exchange of RabbitMQ with publisher confirms. All messages pass one channel, so
 * that a queue receives them in order.
 */
final class AmqpSink implements Sink {
    private static final int CONFIRMED_WITHIN_MILLIS = 10_000;
    private static final int PERSISTENT = 2;
    /** AMQP's limit for a short string. */
    private static final int MOST_ROUTE_BYTES = 255;

    private final AmqpBroker broker;
    private final String exchange;
    private final String name;
    private volatile @Nullable Connection connection;
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
            for (Message message : messages) {
                publish(message, open, refusals);
            }
            open.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
            isDelivered = true;
        } catch (TimeoutException e) {
            String reason = blocked;
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

    private void publish(Message message, Channel open, Refusals refusals) throws IOException {
        if (message.route().getBytes(UTF_8).length > MOST_ROUTE_BYTES) {
            refusals.refuse(message.id(), message.bytes(), "routing-key-too-long");
            return;
        }
        BasicProperties properties = new BasicProperties.Builder()
                .messageId(message.id())
                .contentType(message.contentType())
                .deliveryMode(PERSISTENT)
                .timestamp(Date.from(Instant.ofEpochMilli(message.timestampMillis())))
                .build();
        open.basicPublish(exchange, message.route(), true, properties, message.bytes());
    }

    private Channel channel(Refusals refusals) throws IOException, TimeoutException {
        Channel open = channel;
        if (open == null) {
            Connection connected = broker.connect(name, name);
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
        cancel();
        connection = null;
        blocked = null;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(blocked);
    }

    @Override
    public void cancel() {
        Connection open = connection;
        if (open != null) {
            open.abort(AmqpBroker.ANSWER_WITHIN_MILLIS);
        }
    }

    @Override
    public void close() {
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
