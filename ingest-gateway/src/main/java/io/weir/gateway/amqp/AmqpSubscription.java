package io.weir.gateway.amqp;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.Subscription;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A channel with a connection of its own. Belongs to one thread. */
final class AmqpSubscription implements Subscription {
    private static final int CLOSE_WITHIN_MILLIS = 2_000;

    private final Channel channel;
    private final Deliveries deliveries;
    private final SocketAddress broker;

    AmqpSubscription(Channel channel, Deliveries deliveries) {
        this.channel = channel;
        this.deliveries = deliveries;
        this.broker = new InetSocketAddress(
                channel.getConnection().getAddress(), channel.getConnection().getPort());
    }

    @Override
    public @Nullable Message poll(long nanos) throws IOException, InterruptedException {
        return deliveries.poll(nanos);
    }

    @Override
    public void acknowledge(long upTo) throws IOException {
        try {
            channel.basicAck(upTo, true);
        } catch (ShutdownSignalException e) {
            throw AmqpFailure.of(e);
        }
    }

    @Override
    public void refuse(long number) throws IOException {
        try {
            channel.basicReject(number, false);
        } catch (ShutdownSignalException e) {
            throw AmqpFailure.of(e);
        }
    }

    @Override
    public SocketAddress broker() {
        return broker;
    }

    /** Acknowledgements that were sent before still reach RabbitMQ. */
    @Override
    public void close() {
        channel.getConnection().abort(CLOSE_WITHIN_MILLIS);
    }
}
