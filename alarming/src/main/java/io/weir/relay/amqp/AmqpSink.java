package io.weir.relay.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.Sink;
import io.weir.relay.sink.SinkUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to an exchange of RabbitMQ. Its connection remains while RabbitMQ asks publishers to
 * wait, and ends with each failure.
 */
final class AmqpSink implements Sink {
    /** AMQP's limit for a short string. */
    private static final int MOST_ROUTE_BYTES = 255;

    private final AmqpBroker broker;
    private final String exchange;
    private final String name;
    private final OpenSocket socket = new OpenSocket();
    private volatile @Nullable Publisher publisher;

    /** @param name of the connection and its threads */
    AmqpSink(AmqpBroker broker, String exchange, String name) {
        this.broker = broker;
        this.exchange = exchange;
        this.name = name;
    }

    @Override
    public void deliver(List<Message> messages, Refusals refusals)
            throws SinkUnavailableException, InterruptedException {
        try {
            publisher(refusals).publish(messages);
        } catch (IOException | RuntimeException e) {
            close();
            throw new SinkUnavailableException(String.valueOf(AmqpFailure.of(e).getMessage()), e);
        }
    }

    private Publisher publisher(Refusals refusals) throws IOException {
        Publisher open = publisher;
        if (open == null) {
            open = Publisher.connect(broker, exchange, name, socket, refusals);
            publisher = open;
        }
        return open;
    }

    @Override
    public String wrong(Message message) {
        return message.route().getBytes(UTF_8).length > MOST_ROUTE_BYTES ? "routing-key-too-long" : "";
    }

    @Override
    public Optional<String> trouble() {
        Publisher open = publisher;
        return open == null ? Optional.empty() : open.blocked();
    }

    /** A blocked RabbitMQ would get them once it reads again, perhaps after newer ones of another relay. */
    @Override
    public void forget() {
        Publisher open = publisher;
        if (open != null && open.isUnfinished()) {
            close();
        }
    }

    /** Closes the socket: the connection, or its end, may wait for RabbitMQ. */
    @Override
    public void cancel() {
        socket.cut();
    }

    @Override
    public void close() {
        Publisher open = publisher;
        publisher = null;
        if (open != null) {
            open.close();
        }
    }
}
