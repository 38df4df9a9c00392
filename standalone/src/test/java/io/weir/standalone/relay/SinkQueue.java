package io.weir.standalone.relay;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.weir.gateway.testing.RabbitMqServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** An exchange of a real RabbitMQ, and a queue that receives its messages. */
final class SinkQueue {
    private final RabbitMqServer rabbit;
    private final String name;

    /** @param name of the exchange and of the queue */
    SinkQueue(RabbitMqServer rabbit, String name) {
        this.rabbit = rabbit;
        this.name = name;
    }

    /** Declares both, durable. */
    void declare(String bindingKey) throws IOException, TimeoutException {
        try (Connection connection = rabbit.factory().newConnection();
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(name, "topic", true);
            channel.queueDeclare(name, true, false, false, null);
            channel.queueBind(name, name, bindingKey);
        }
    }

    /** A message with its properties. */
    record Got(Received received, BasicProperties properties) {}

    /** Takes all messages that wait, and adds them. */
    void takeAll(List<Got> to) throws IOException, TimeoutException {
        try (Connection connection = rabbit.factory().newConnection();
                Channel channel = connection.createChannel()) {
            for (GetResponse next = channel.basicGet(name, true); next != null; next = channel.basicGet(name, true)) {
                to.add(new Got(
                        new Received(
                                next.getProps().getMessageId(),
                                next.getEnvelope().getRoutingKey(),
                                new String(next.getBody(), UTF_8)),
                        next.getProps()));
            }
        }
    }

    /** Takes messages until this many different ones have arrived. */
    List<Got> await(int distinct) {
        List<Got> got = new ArrayList<>();
        eventually(distinct + " messages", () -> {
            try {
                takeAll(got);
            } catch (IOException | TimeoutException e) {
                throw new AssertionError(e);
            }
            return got.stream().map(each -> each.received().id()).distinct().count() >= distinct;
        });
        return got;
    }

    /** Messages without their properties. */
    static List<Received> received(List<Got> got) {
        List<Received> received = new ArrayList<>();
        got.forEach(each -> received.add(each.received()));
        return received;
    }
}
