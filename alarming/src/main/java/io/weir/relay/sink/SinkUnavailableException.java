package io.weir.relay.sink;

/** A sink does not accept messages now, but may later. The message is the reason for people. */
public final class SinkUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    public SinkUnavailableException(String reason, Throwable cause) {
        super(reason, cause);
    }

    public SinkUnavailableException(String reason) {
        super(reason);
    }
}
