package io.weir.contract.consumer;

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

/**
 * Asks Kafka for the ids of topics. A topic that is deleted and created again has the same name, and another id.
 * Thread-safe.
 */
public final class TopicIds implements AutoCloseable {
    private static final long ANSWER_WITHIN_MILLIS = 5_000;

    private final Admin admin;

    /** Uses the Kafka of these client settings. Does not wait for it. */
    public TopicIds(Map<String, Object> client) {
        admin = Admin.create(client);
    }

    /**
     * The id of each topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer, or does not have one of the topics
     */
    public Map<String, String> of(Set<String> topics) {
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
            throw new KafkaException("Kafka does not describe the topics " + topics + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    /**
     * The id of a topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer, or does not have the topic
     */
    public String of(String topic) {
        return of(Set.of(topic)).getOrDefault(topic, topic);
    }

    /** Ends the waits of other threads, too. */
    @Override
    public void close() {
        admin.close(Duration.ZERO); // Otherwise waits a minute for an answer.
    }
}
