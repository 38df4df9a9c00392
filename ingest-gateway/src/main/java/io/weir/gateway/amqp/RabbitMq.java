package io.weir.gateway.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.weir.contract.amqp.AmqpBroker;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;

/** Connects to RabbitMQ. */
public final class RabbitMq implements Broker {
    private final AmqpSettings settings;

    /** Connects only for a subscription. */
    public RabbitMq(AmqpSettings settings) {
        this.settings = settings;
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException {
        Connection connection = settings.broker().connect(consumer, "weir-gateway-amqp");
        try {
            return subscribe(connection);
        } catch (IOException | RuntimeException e) {
            connection.abort(AmqpBroker.ANSWER_WITHIN_MILLIS);
            throw AmqpFailure.of(e);
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
