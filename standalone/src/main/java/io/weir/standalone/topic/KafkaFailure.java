package io.weir.standalone.topic;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;

/** Why Kafka did not do what a command asked. */
public final class KafkaFailure {
    private KafkaFailure() {}

    /**
     * The reason in Kafka's words. Its clients wrap the reason in exceptions whose own message is the name of
     * a class, or "Failed to construct kafka consumer".
     */
    public static String reason(Throwable failure) {
        Throwable reason = failure;
        while (reason.getCause() != null
                && (reason instanceof ExecutionException || reason instanceof KafkaException)) {
            reason = reason.getCause();
        }
        String message = reason.getMessage();
        return message == null || message.isBlank() ? "without a reason" : message;
    }
}
