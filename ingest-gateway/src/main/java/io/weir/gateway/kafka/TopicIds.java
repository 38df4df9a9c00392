package io.weir.gateway.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/** Asks Kafka for the ids of topics. */
final class TopicIds implements AutoCloseable {
    private static final long ANSWER_WITHIN_MILLIS = 5_000;

    private final Admin admin;

    /** Uses the Kafka of these client settings. */
    TopicIds(Map<String, Object> client) {
        admin = Admin.create(client);
    }

    /**
     * The id of each topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Map<String, String> of(Set<String> topics) {
        Map<String, String> ids = new HashMap<>();
        try {
            admin.describeTopics(topics)
                    .allTopicNames()
                    .get(ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS)
                    .forEach((name, topic) -> ids.put(
                            name,
                            topic.topicId().equals(Uuid.ZERO_UUID)
                                    ? name
                                    : topic.topicId().toString()));
            return ids;
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka does not list its topics", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO); // Otherwise waits a minute for an answer.
    }
}
