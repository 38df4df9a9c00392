package io.weir.contract.service;

/**
 * A service cannot start until an operator changes something. The message is for the operator: one
 * line per mistake, each with the cause and the remedy; it is shown without a stack trace.
 */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A mistake that the message describes completely. */
    public StartException(String message) {
        super(message);
    }

    /** A mistake with the error that revealed it. */
    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
