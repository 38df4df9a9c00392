package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import io.weir.gateway.testing.RabbitMqServer;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes numbered records as DIRAC does, until RabbitMQ has confirmed each of them. It sends
 * again, unchanged, what RabbitMQ did not confirm. Records in {@link #HISTORY} have times of their
 * own, those in {@link #PILOTS} only that of their message.
 */
final class WmsPublisher implements Runnable {
    static final String HISTORY = "WMSHistory";
    static final String PILOTS = "pilots";
    static final long SECOND = 1_790_000_000L;

    private static final int MESSAGES_OF_BATCH = 250;
    private static final int CONFIRM_WITHIN_MILLIS = 10_000;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RabbitMqServer server;
    private final int count;
    private volatile int confirmed;
    private volatile int permitted;

    /** {@code count} messages, each with one record. */
    WmsPublisher(RabbitMqServer server, int count) {
        this.server = server;
        this.count = count;
    }

    /** How many messages RabbitMQ has confirmed so far. */
    int confirmed() {
        return confirmed;
    }

    /** It publishes up to here. */
    void permit(int number) {
        permitted = number;
    }

    /** Whether a record has a time of its own. */
    static boolean hasTime(int number) {
        return number % 2 == 0;
    }

    /** The time of a message, in seconds. */
    static long second(int number) {
        return SECOND + number / 100;
    }

    @Override
    public void run() {
        while (confirmed < count) {
            try (Connection connection = server.factory().newConnection();
                    Channel channel = connection.createChannel()) {
                channel.confirmSelect();
                channel.queueDeclare(HISTORY, true, false, false, null);
                channel.queueDeclare(PILOTS, true, false, false, null);
                while (confirmed < count) {
                    int next = Math.min(count, confirmed + MESSAGES_OF_BATCH);
                    if (next > permitted) {
                        LockSupport.parkNanos(RETRY_NANOS);
                        continue;
                    }
                    for (int number = confirmed; number < next; number++) {
                        publish(channel, number);
                    }
                    channel.waitForConfirmsOrDie(CONFIRM_WITHIN_MILLIS);
                    confirmed = next;
                }
            } catch (IOException | TimeoutException | ShutdownSignalException e) {
                LockSupport.parkNanos(RETRY_NANOS); // RabbitMQ is away.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void publish(Channel channel, int number) throws IOException {
        BasicProperties properties = MessageProperties.PERSISTENT_BASIC
                .builder()
                .timestamp(Date.from(Instant.ofEpochSecond(second(number))))
                .messageId("wms-" + number)
                .build();
        String body = hasTime(number)
                ? "{\"Site\":\"LCG.Site" + number % 50 + ".org\",\"Status\":\"Running\",\"User\":\"u" + number % 7
                        + "\",\"JobType\":\"MCSimulation\",\"Reschedules\":0,\"Jobs\":" + number + ",\"timestamp\":"
                        + second(number) + "." + String.format("%06d", number) + "}"
                : "pilots,site=s" + number % 50 + " Jobs=" + number + "i";
        channel.basicPublish("", hasTime(number) ? HISTORY : PILOTS, properties, body.getBytes(UTF_8));
    }
}
