package io.weir.gateway.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** A durable queue of a real RabbitMQ, and a sender of messages. */
public final class RabbitQueue implements AutoCloseable {
    private final Connection connection;
    private final Channel channel;
    private final String name;

    public RabbitQueue(RabbitMqServer server, String name) throws IOException, TimeoutException {
        this.connection = server.factory().newConnection();
        this.channel = connection.createChannel();
        this.name = name;
        channel.confirmSelect();
    }

    /** Declares the queue with these arguments. */
    public RabbitQueue declared(Map<String, Object> arguments) throws IOException {
        channel.queueDeclare(name, true, false, false, arguments);
        return this;
    }

    public void delete() throws IOException {
        channel.queueDelete(name);
    }

    /** Sends a message; returns once RabbitMQ has it. */
    public void send(BasicProperties properties, String body) throws Exception {
        publish("", name, properties, body);
    }

    /** Sends a message with a time; returns once RabbitMQ has it. */
    public void send(long second, String id, String body) throws Exception {
        send(properties(second, id), body);
    }

    /** The same to an exchange. */
    public void publish(String exchange, String key, BasicProperties properties, String body) throws Exception {
        channel.basicPublish(exchange, key, properties, body.getBytes(UTF_8));
        channel.waitForConfirmsOrDie(30_000);
    }

    public static BasicProperties properties(long second, String id) {
        return MessageProperties.PERSISTENT_BASIC
                .builder()
                .timestamp(Date.from(Instant.ofEpochSecond(second)))
                .messageId(id)
                .build();
    }

    /** Takes all messages that wait. */
    public List<String> takeAll() throws IOException {
        List<String> taken = new ArrayList<>();
        for (GetResponse next = channel.basicGet(name, true); next != null; next = channel.basicGet(name, true)) {
            taken.add(new String(next.getBody(), UTF_8));
        }
        return taken;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
