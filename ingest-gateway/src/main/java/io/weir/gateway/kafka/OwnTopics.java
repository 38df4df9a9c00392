package io.weir.gateway.kafka;

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
 * The topics that the gateway writes and must not read, which would be an endless loop. A Kafka may
 * have many addresses, but has one id.
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
     * The topics that a gateway writes in the Kafka of these settings; none if that is another
     * Kafka than its own. Asks both for their ids if necessary.
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
            throw new KafkaException("Kafka does not report its cluster id", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        } finally {
            admin.close(Duration.ZERO); // Otherwise waits a minute for an answer.
        }
    }
}
