package io.weir.gateway.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.weir.contract.service.DaemonThreads;
import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Connects to RabbitMQ. */
public final class RabbitMq implements Broker {
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    /** RabbitMQ's own default limit: the client would end the connection at a longer message. */
    private static final int MOST_BODY_BYTES = 128 << 20;

    private final AmqpSettings settings;
    private final ConnectionFactory factory = new ConnectionFactory();

    /** Connects only for a subscription. */
    public RabbitMq(AmqpSettings settings) {
        this.settings = settings;
        factory.setVirtualHost(settings.virtualHost());
        factory.setUsername(settings.user());
        factory.setPassword(settings.password());
        factory.setRequestedHeartbeat((int) settings.heartbeat().toSeconds());
        factory.setConnectionTimeout(ANSWER_WITHIN_MILLIS);
        factory.setHandshakeTimeout(ANSWER_WITHIN_MILLIS);
        factory.setChannelRpcTimeout(ANSWER_WITHIN_MILLIS);
        factory.setShutdownTimeout(ANSWER_WITHIN_MILLIS);
        factory.setMaxInboundMessageBodySize(MOST_BODY_BYTES);
        // A message belongs to its connection: a new one needs a new subscription anyway.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setThreadFactory(DaemonThreads.named("weir-gateway-amqp"));
        settings.tls().ifPresent(context -> {
            factory.useSslProtocol(context);
            factory.enableHostnameVerification();
        });
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException, TimeoutException {
        Connection connection = connect(consumer);
        try {
            return subscribe(connection);
        } catch (IOException | RuntimeException e) {
            connection.abort(ANSWER_WITHIN_MILLIS);
            throw Failure.of(e);
        }
    }

    private Connection connect(String consumer) throws IOException, TimeoutException {
        try {
            return factory.newConnection(settings.brokers(), consumer);
        } catch (IOException e) {
            throw Failure.of(e);
        }
    }

    private Subscription subscribe(Connection connection) throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("RabbitMQ permits no channel");
        }
        channel.basicQos(settings.prefetch());
        if (settings.declaration().isPresent()) {
            settings.declaration().get().declare(channel, settings.queues());
        }
        Deliveries deliveries = new Deliveries(channel);
        for (String queue : settings.queues()) {
            channel.basicConsume(queue, false, deliveries);
        }
        return new AmqpSubscription(channel, deliveries);
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
