package io.weir.gateway.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.weir.contract.amqp.AmqpFailure;
import io.weir.gateway.consume.Message;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Delivered messages of a channel that wait to be taken. The prefetch limits their number.
 * Thread-safe.
 */
final class Deliveries extends DefaultConsumer {
    /** Header with the time in milliseconds, from RabbitMQ itself or a plugin of it. */
    private static final String MILLIS = "timestamp_in_ms";

    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private volatile @Nullable String end;

    Deliveries(Channel channel) {
        super(channel);
    }

    @Override
    public void handleDelivery(String consumer, Envelope envelope, BasicProperties properties, byte[] body) {
        String id = properties.getMessageId();
        messages.add(new Message(envelope.getDeliveryTag(), body, time(properties), id == null ? "" : id, ""));
    }

    private static long time(BasicProperties properties) {
        Map<String, Object> headers = properties.getHeaders();
        if (headers != null && headers.get(MILLIS) instanceof Long millis) {
            return millis;
        }
        // The client multiplies by 1000 what the sender wrote.
        return properties.getTimestamp() == null
                ? Message.NO_TIME
                : properties.getTimestamp().toInstant().getEpochSecond();
    }

    @Override
    public void handleCancel(String consumer) {
        end = "RabbitMQ ended the subscription: a queue was deleted, or its node has failed";
    }

    @Override
    public void handleShutdownSignal(String consumer, ShutdownSignalException e) {
        end = AmqpFailure.reason(e);
    }

    /**
     * The next message; null if none arrives within this time.
     *
     * @throws IOException if no more will arrive
     */
    @Nullable
    Message poll(long nanos) throws IOException, InterruptedException {
        String why = end;
        if (why != null) {
            throw new IOException(why);
        }
        return messages.poll(nanos, TimeUnit.NANOSECONDS);
    }
}
