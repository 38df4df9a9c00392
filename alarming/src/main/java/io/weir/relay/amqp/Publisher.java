package io.weir.relay.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.contract.service.DaemonThreads;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.SinkUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to RabbitMQ that publishes with confirms. All messages pass one channel, so that a
 * queue receives them in order. A thread of its own writes, because a write to a RabbitMQ that reads
 * nothing ends only with the socket. Used by one thread, except for {@link #blocked}.
 */
final class Publisher implements AutoCloseable {
    private static final long PROGRESS_WITHIN_SECONDS = 10;
    private static final long CHECK_EVERY_MILLIS = 200;
    /** Messages between two confirmations. */
    private static final int PART = 100;
    /** Header with the key of a message without a body. */
    private static final String KEY = "key";

    private static final int PERSISTENT = 2;

    private final Connection connection;
    private final Channel channel;
    private final String exchange;
    private final OpenSocket socket;
    private final ExecutorService writer;
    private volatile @Nullable String blocked;
    private volatile long progressNanos = System.nanoTime();
    private @Nullable Publication unfinished;

    /** Messages, and the outcome of their publication. */
    private record Publication(List<Message> messages, Future<Integer> outcome) {}

    private Publisher(Connection connection, Channel channel, String exchange, OpenSocket socket, String name) {
        this.connection = connection;
        this.channel = channel;
        this.exchange = exchange;
        this.socket = socket;
        this.writer = Executors.newSingleThreadExecutor(DaemonThreads.named(name));
        connection.addBlockedListener(new Blocked());
        channel.addConfirmListener((tag, isMultiple) -> progress(), (tag, isMultiple) -> progress());
    }

    /**
     * Connects.
     *
     * @param name of the connection and its threads
     * @param socket receives the socket before it connects
     * @param refusals receives messages for which the exchange has no queue
     */
    static Publisher connect(AmqpBroker broker, String exchange, String name, OpenSocket socket, Refusals refusals)
            throws IOException {
        Connection connection = broker.connect(name, name, socket);
        try {
            Channel channel = connection.createChannel();
            if (channel == null) {
                throw new IOException("RabbitMQ permits no channel");
            }
            // RabbitMQ returns a message before it confirms it.
            channel.addReturnListener(returned -> refusals.unroutable(returned.getRoutingKey()));
            channel.confirmSelect();
            return new Publisher(connection, channel, exchange, socket, name);
        } catch (IOException | RuntimeException e) {
            connection.abort(AmqpBroker.ANSWER_WITHIN_MILLIS);
            throw AmqpFailure.of(e);
        }
    }

    /**
     * Publishes messages in order. Returns once RabbitMQ has confirmed all of them.
     *
     * @throws SinkUnavailableException while RabbitMQ asks publishers to wait. The publication
     *     continues; a call with the same messages waits for it again
     * @throws IOException if the publication has failed; the connection is then of no use
     */
    void publish(List<Message> messages) throws IOException, InterruptedException, SinkUnavailableException {
        Publication current = unfinished;
        if (current != null) {
            await(current.outcome());
        }
        if (current == null || !current.messages().equals(messages)) {
            List<Message> copy = List.copyOf(messages);
            progress();
            Publication started = new Publication(copy, writer.submit(() -> publishParts(copy)));
            unfinished = started;
            await(started.outcome());
        }
        unfinished = null;
    }

    private int publishParts(List<Message> messages) throws IOException, InterruptedException {
        for (int from = 0; from == 0 || from < messages.size(); from += PART) {
            for (Message message : messages.subList(from, Math.min(messages.size(), from + PART))) {
                channel.basicPublish(exchange, message.route(), true, properties(message), message.bytes());
                progress();
            }
            if (!channel.waitForConfirms()) {
                throw new IOException("RabbitMQ cannot take messages now: it sent a negative acknowledgement");
            }
        }
        return messages.size();
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

    private void await(Future<Integer> outcome) throws IOException, InterruptedException, SinkUnavailableException {
        while (true) {
            try {
                outcome.get(CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                check();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException failure ? AmqpFailure.of(failure) : AmqpFailure.of(e);
            }
        }
    }

    /** A connection that has ended reports no end of its blocking. */
    private void check() throws IOException, SinkUnavailableException {
        Optional<String> reason = blocked();
        if (reason.isPresent()) {
            throw new SinkUnavailableException(reason.get());
        }
        if (System.nanoTime() - progressNanos > TimeUnit.SECONDS.toNanos(PROGRESS_WITHIN_SECONDS)) {
            throw new IOException("RabbitMQ at " + connection.getAddress().getHostAddress() + ":" + connection.getPort()
                    + " has accepted and confirmed nothing for " + PROGRESS_WITHIN_SECONDS
                    + " s; check that it runs, and the network");
        }
    }

    private void progress() {
        progressNanos = System.nanoTime();
    }

    /** Returns why RabbitMQ asks publishers to wait, if it does; callable from any thread. */
    Optional<String> blocked() {
        return connection.isOpen() ? Optional.ofNullable(blocked) : Optional.empty();
    }

    /** Whether messages of the last call may still be sent. */
    boolean isUnfinished() {
        return unfinished != null;
    }

    /** Ends the connection within some seconds; cuts it immediately if a publication is unfinished. */
    @Override
    public void close() {
        if (unfinished != null) {
            socket.cut();
        }
        boolean wasInterrupted = Thread.interrupted();
        writer.execute(() -> connection.abort(AmqpBroker.ANSWER_WITHIN_MILLIS));
        writer.shutdown();
        try {
            if (!writer.awaitTermination(AmqpBroker.ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
                socket.cut();
            }
        } catch (InterruptedException e) {
            wasInterrupted = true;
            socket.cut();
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** RabbitMQ reads nothing from publishers while its memory or disk is full. */
    private final class Blocked implements BlockedListener {
        @Override
        public void handleBlocked(String reason) {
            blocked = "RabbitMQ accepts no messages: " + reason;
        }

        @Override
        public void handleUnblocked() {
            progress();
            blocked = null;
        }
    }
}
