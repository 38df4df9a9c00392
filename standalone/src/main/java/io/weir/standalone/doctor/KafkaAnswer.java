package io.weir.standalone.doctor;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Kafka's answer about an object that may be missing. */
final class KafkaAnswer {
    private KafkaAnswer() {}

    /**
     * Waits for the answer. Empty if the object does not exist, or the client may not see it.
     *
     * @throws KafkaException if Kafka does not answer, or rejects the client
     */
    static <T> Optional<T> of(KafkaFuture<T> asked) {
        try {
            return Optional.of(asked.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof AuthorizationException) {
                return Optional.empty();
            }
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
