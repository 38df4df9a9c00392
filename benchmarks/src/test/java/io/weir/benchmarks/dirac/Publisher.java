package io.weir.benchmarks.dirac;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Publishes a history as DIRAC does: persistent messages with an array of records, in the order of time. */
final class Publisher {
    static final String QUEUE = WmsHistory.NAME;

    private static final int RECORDS_OF_MESSAGE = 500;
    private static final int ROUNDS_OF_CONFIRM = 12;
    private static final int CONFIRM_WITHIN_MILLIS = 300_000;

    private Publisher() {}

    /** Returns after RabbitMQ has confirmed each message; the queue must exist. */
    static void publish(ConnectionFactory rabbit, WmsHistory history) throws IOException, InterruptedException {
        try (Connection connection = rabbit.newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            for (int round = 0; round < history.rounds(); round++) {
                publish(channel, history, round);
                if (round % ROUNDS_OF_CONFIRM == 0) {
                    channel.waitForConfirmsOrDie(CONFIRM_WITHIN_MILLIS);
                }
            }
            channel.waitForConfirmsOrDie(CONFIRM_WITHIN_MILLIS);
        } catch (TimeoutException e) {
            throw new IOException("RabbitMQ did not confirm in time", e);
        }
    }

    private static void publish(Channel channel, WmsHistory history, int round) throws IOException {
        for (int from = 0; from < history.groups(); from += RECORDS_OF_MESSAGE) {
            int to = Math.min(history.groups(), from + RECORDS_OF_MESSAGE);
            byte[] body = history.records(round, from, to).getBytes(UTF_8);
            channel.basicPublish("", QUEUE, MessageProperties.PERSISTENT_BASIC, body);
        }
    }
}
