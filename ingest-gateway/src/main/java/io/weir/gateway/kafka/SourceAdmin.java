package io.weir.gateway.kafka;

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

/** Asks the Kafka of an input about topics and groups. */
final class SourceAdmin implements AutoCloseable {
    private static final long ANSWER_WITHIN_MILLIS = 5_000;

    private final Admin admin;

    /** Uses the Kafka of these client settings. */
    SourceAdmin(Map<String, Object> client) {
        admin = Admin.create(client);
    }

    /**
     * The id of each topic; its name where Kafka has no ids.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Map<String, String> topicIds(Set<String> topics) {
        Map<String, String> ids = new HashMap<>();
        answer(admin.describeTopics(topics).allTopicNames())
                .forEach((name, topic) -> ids.put(
                        name,
                        topic.topicId().equals(Uuid.ZERO_UUID)
                                ? name
                                : topic.topicId().toString()));
        return ids;
    }

    /**
     * The committed offsets of a group. A consumer must not ask for them: it would take their leader epochs, which
     * earlier versions committed, for those of the present topic.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Map<TopicPartition, OffsetAndMetadata> committed(String group) {
        return answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    private static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get(ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka does not list its topics and offsets", e);
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
