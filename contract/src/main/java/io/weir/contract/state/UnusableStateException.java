package io.weir.contract.state;

import org.apache.kafka.common.KafkaException;

/**
 * Saved state that must not be read: another version wrote it, it is damaged, or part of it is
 * missing. Restarting does not help; the message names the changelog, the key and the remedy. It is
 * a Kafka exception, so that handlers do not attribute it to the current record.
 */
public final class UnusableStateException extends KafkaException {

    private static final long serialVersionUID = 1;

    /** The message is for an operator. */
    public UnusableStateException(String message) {
        super(message);
    }

    /** The message is for an operator; the cause is for developers. */
    public UnusableStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
