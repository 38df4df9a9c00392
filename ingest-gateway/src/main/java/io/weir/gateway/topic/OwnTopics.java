package io.weir.gateway.topic;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * What the gateway itself writes, and must not read: it would never end. A Kafka has many addresses, but one id.
 *
 * @param client settings of the gateway's own Kafka, by their Kafka names
 */
public record OwnTopics(Map<String, Object> client, Set<String> names) {
    private static final long ANSWER_WITHIN_MILLIS = 5_000;

    /** Copies both. */
    public OwnTopics {
        client = Map.copyOf(client);
        names = Set.copyOf(names);
    }

    /**
     * Those of the topics that a gateway would write in the Kafka of these settings: none if it is another one than its own. Asks both
     * for their ids, if it has to.
     *
     * @throws KafkaException if one of them does not answer
     */
    Set<String> among(Set<String> topics, Map<String, Object> other) {
        Set<String> own = new TreeSet<>(topics);
        own.retainAll(names);
        return own.isEmpty() || !clusterId(client).equals(clusterId(other)) ? Set.of() : own;
    }

    private static String clusterId(Map<String, Object> client) {
        Admin admin = Admin.create(client);
        try {
            return String.valueOf(admin.describeCluster().clusterId().get(ANSWER_WITHIN_MILLIS, TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("Kafka does not say which cluster it is", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        } finally {
            admin.close(Duration.ZERO); // Else it waits a minute for an answer that nobody wants any more.
        }
    }
}
