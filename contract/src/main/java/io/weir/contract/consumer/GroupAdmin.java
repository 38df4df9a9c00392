package io.weir.contract.consumer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Asks Kafka for the ids of topics, and for the offsets of groups. A topic that is deleted and created again has the
 * same name, and another id. Thread-safe.
 */
public final class GroupAdmin implements AutoCloseable {
    private static final long ANSWER_WITHIN_MILLIS = 5_000;

    private final Admin admin;
    private final long answerWithinMillis;

    /** Uses the Kafka of these client settings. Does not wait for it. */
    public GroupAdmin(Map<String, Object> client) {
        this(client, ANSWER_WITHIN_MILLIS);
    }

    GroupAdmin(Map<String, Object> client, long answerWithinMillis) {
        this.admin = Admin.create(client);
        this.answerWithinMillis = answerWithinMillis;
    }

    /**
     * The id of each topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer, or does not have one of the topics
     */
    public Map<String, String> topicIds(Set<String> topics) {
        Map<String, String> ids = new HashMap<>();
        answer("the ids of the topics " + topics, admin.describeTopics(topics).allTopicNames())
                .forEach((name, topic) -> ids.put(
                        name,
                        topic.topicId().equals(Uuid.ZERO_UUID)
                                ? name
                                : topic.topicId().toString()));
        return ids;
    }

    /**
     * The id of a topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer, or does not have the topic
     */
    public String topicId(String topic) {
        return topicIds(Set.of(topic)).getOrDefault(topic, topic);
    }

    /**
     * The committed offsets of a group. A consumer that asks for them takes their leader epochs for those of the
     * present topics, also if they are of deleted ones.
     *
     * @throws KafkaException if Kafka does not answer
     */
    public Map<TopicPartition, OffsetAndMetadata> committed(String group) {
        return answer(
                "the offsets of the group " + group,
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    private <T> T answer(String asked, KafkaFuture<T> future) {
        String failure = "Kafka does not report " + asked + ": ";
        try {
            return future.get(answerWithinMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new KafkaException(failure + e.getMessage(), e);
        } catch (TimeoutException e) {
            throw new KafkaException(failure + "no answer within " + answerWithinMillis + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    /** Ends the waits of other threads, too. */
    @Override
    public void close() {
        admin.close(Duration.ZERO); // Otherwise waits a minute for an answer.
    }
}
