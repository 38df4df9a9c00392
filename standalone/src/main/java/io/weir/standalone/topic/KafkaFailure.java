package io.weir.standalone.topic;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;

/** Why Kafka did not do what a command asked. */
public final class KafkaFailure {
    private KafkaFailure() {}

    /**
     * The reason in Kafka's words: the innermost message. Its clients wrap the reason in exceptions
     * whose own message is the name of a class, or "Failed to construct kafka consumer".
     */
    public static String reason(Throwable failure) {
        Throwable reason = failure;
        String message = "without a reason";
        while (reason.getCause() != null
                && (reason instanceof ExecutionException || reason instanceof KafkaException)) {
            message = messageOf(reason).orElse(message);
            reason = reason.getCause();
        }
        return messageOf(reason).orElse(message);
    }

    /** Its own message; that of its cause is the name of a class. */
    private static Optional<String> messageOf(Throwable failure) {
        return Optional.ofNullable(failure.getMessage())
                .filter(message -> !message.isBlank() && !message.equals(String.valueOf(failure.getCause())));
    }
}
