package io.weir.query.api;

/** A request that fails; the message is for the sender. */
final class RequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorType type;

    RequestException(ErrorType type, String message) {
        super(message);
        this.type = type;
    }

    static RequestException badData(String message) {
        return new RequestException(ErrorType.BAD_DATA, message);
    }

    ErrorType type() {
        return type;
    }
}
