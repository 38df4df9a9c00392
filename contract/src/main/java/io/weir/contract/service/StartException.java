package io.weir.contract.service;

/**
 * A service cannot start until a person changes something. The message is meant for that person: one line per mistake,
 * each with the culprit and the remedy; it is shown without a stack trace.
 */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A mistake that the message tells wholly. */
    public StartException(String message) {
        super(message);
    }

    /** A mistake with the error that showed it. */
    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
